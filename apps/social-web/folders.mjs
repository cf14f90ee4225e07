// Which folder may import which, the lower layers first. No feature imports another: app/ joins them.
const base = ['api', 'texts', 'ui'];

export const folders = {
  api: [],
  store: ['api'],
  release: ['api'],
  push: [],
  worker: ['push'],
  texts: ['api'],
  ui: ['api', 'release', 'texts'],
  session: base,
  live: ['api', 'store', 'push'],
  chats: [...base, 'store'],
  conversation: [...base, 'store'],
  friends: [...base, 'store'],
  invitations: [...base, 'store'],
  search: [...base, 'store'],
  settings: [...base, 'session', 'live'],
  app: [
    ...base,
    'store',
    'release',
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
