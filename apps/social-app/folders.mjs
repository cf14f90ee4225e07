// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  http: [],
  paging: [],
  people: [],
  sessions: ['people'],
  auth: ['http', 'people', 'sessions'],
  events: ['people'],
  friends: ['paging', 'people', 'events'],
  messages: ['paging', 'people', 'events'],
  invitations: ['people', 'events', 'friends'],
  settings: ['people', 'sessions', 'events'],
  reports: ['people'],
  pictures: ['people'],
  erasure: ['people', 'sessions', 'events'],
  export: ['http', 'people', 'sessions', 'friends', 'invitations', 'messages', 'settings'],
  search: ['http', 'paging', 'people', 'messages'],
  streams: ['people', 'sessions', 'events', 'messages', 'settings'],
};
