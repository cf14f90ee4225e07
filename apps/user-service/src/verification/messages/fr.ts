import type { Messages } from '../messages.js';

export const fr: Messages = {
  direction: 'ltr',
  subject: (host) => `Confirmez votre adresse e-mail pour ${host}`,
  reason: (host) => `Quelqu’un a indiqué cette adresse e-mail sur ${host}.`,
  open: 'Si c’était vous, ouvrez cette page et confirmez-y l’adresse :',
  ends: 'Le lien est valable 24 heures, et une seule fois.',
  ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
  confirm: 'Confirmer l’adresse',
  ask: (host) => `Cette adresse e-mail est-elle la vôtre, et l’avez-vous indiquée sur ${host} ?`,
  done: 'L’adresse est confirmée',
  doneMore: 'Vous pouvez fermer cette page.',
  invalid: 'Ce lien n’est pas valable, ou ne l’est plus',
  invalidMore:
    'Si vous avez déjà confirmé l’adresse, il n’y a plus rien à faire. Sinon, demandez un nouvel e-mail.',
};
