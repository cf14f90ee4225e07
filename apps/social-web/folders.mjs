// Which folder may import which, the lower layers first. No feature imports another: app/ joins them.
const base = ['api', 'texts', 'ui'];

export const folders = {
  api: [],
  texts: ['api'],
  ui: ['api', 'texts'],
  session: base,
  live: ['api'],
  chats: base,
  conversation: base,
  friends: base,
  invitations: base,
  search: base,
  settings: [...base, 'session', 'live'],
  app: [
    ...base,
    'session',
    'live',
    'chats',
    'conversation',
    'friends',
    'invitations',
    'search',
    'settings',
  ],
};
