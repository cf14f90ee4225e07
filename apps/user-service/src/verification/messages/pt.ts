import type { Messages } from '../messages.js';

export const pt: Messages = {
  direction: 'ltr',
  subject: (host) => `Confirme o seu endereço de e-mail para ${host}`,
  reason: (host) => `Alguém indicou este endereço de e-mail em ${host}.`,
  open: 'Se foi você, abra esta página e confirme o endereço:',
  ends: 'O link é válido por 24 horas e uma única vez.',
  ignore: 'Se não foi você, não precisa fazer nada.',
  confirm: 'Confirmar o endereço',
  ask: (host) => `Este endereço de e-mail é seu, e você o indicou em ${host}?`,
  done: 'O endereço está confirmado',
  doneMore: 'Você pode fechar esta página.',
  invalid: 'Este link não é válido ou deixou de ser',
  invalidMore:
    'Se você já confirmou o endereço, não há mais nada a fazer. Caso contrário, peça outro e-mail.',
};
