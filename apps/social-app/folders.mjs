// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  http: [],
  paging: [],
  people: [],
  sessions: ['people'],
  auth: ['http', 'people', 'sessions'],
  reports: ['people', 'sessions'],
  erasure: ['people', 'sessions', 'events'],
  events: ['streams'],
  export: ['sessions', 'friends', 'settings'],
  friends: ['paging', 'people', 'sessions', 'events', 'streams'],
  messages: ['paging', 'people', 'sessions', 'events', 'streams'],
  search: ['paging', 'people', 'sessions', 'messages'],
  settings: ['people', 'sessions', 'events'],
  streams: ['people', 'sessions', 'events', 'friends', 'messages', 'settings'],
};
