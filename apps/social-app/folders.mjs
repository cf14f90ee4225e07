// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  http: [],
  paging: [],
  people: [],
  sessions: ['people'],
  auth: ['http', 'people', 'sessions'],
  events: [],
  friends: ['paging', 'people', 'sessions', 'events'],
  messages: ['paging', 'people', 'sessions', 'events'],
  settings: ['people', 'sessions', 'events'],
  reports: ['people', 'sessions'],
  erasure: ['people', 'sessions', 'events'],
  export: ['sessions', 'friends', 'settings'],
  search: ['paging', 'people', 'sessions', 'messages'],
  streams: ['people', 'sessions', 'events', 'messages', 'settings'],
};
