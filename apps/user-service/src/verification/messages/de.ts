import type { Messages } from '../messages.js';

export const de: Messages = {
  direction: 'ltr',
  subject: (host) => `E-Mail-Adresse für ${host} bestätigen`,
  reason: (host) => `Jemand hat diese E-Mail-Adresse bei ${host} angegeben.`,
  open: 'Wenn Sie es waren, öffnen Sie diese Seite und bestätigen Sie dort die Adresse:',
  ends: 'Der Link gilt 24 Stunden und nur einmal.',
  ignore: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
  confirm: 'Adresse bestätigen',
  ask: (host) => `Gehört diese E-Mail-Adresse Ihnen, und haben Sie sie bei ${host} angegeben?`,
  done: 'Die Adresse ist bestätigt',
  doneMore: 'Sie können diese Seite schließen.',
  invalid: 'Dieser Link gilt nicht oder nicht mehr',
  invalidMore:
    'Wenn Sie die Adresse schon bestätigt haben, ist nichts mehr zu tun. Sonst fordern Sie eine neue E-Mail an.',
};
