import type { Messages } from '../messages.js';

export const en: Messages = {
  direction: 'ltr',
  subject: (host) => `Confirm your e-mail address for ${host}`,
  reason: (host) => `Somebody gave this e-mail address at ${host}.`,
  open: 'If it was you, open this page and confirm the address there:',
  ends: 'The link is valid for 24 hours, and once.',
  ignore: 'If it was not you, you need not do anything.',
  confirm: 'Confirm the address',
  ask: (host) => `Is this e-mail address yours, and did you give it at ${host}?`,
  done: 'The address is confirmed',
  doneMore: 'You may close this page.',
  invalid: 'This link is not valid, or no longer',
  invalidMore:
    'If you have confirmed the address before, nothing is left to do. If not, ask for another mail.',
};
