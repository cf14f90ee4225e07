// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  api: [],
  look: [],
  words: ['api'],
  chats: ['api', 'words', 'conversation', 'friends', 'layout', 'live', 'session'],
  conversation: ['api', 'words', 'chats', 'friends', 'layout', 'live', 'report', 'session'],
  friends: ['api', 'words', 'layout'],
  layout: ['words', 'chats', 'friends', 'live'],
  live: ['api', 'chats', 'conversation', 'friends', 'settings'],
  report: ['api', 'words', 'layout'],
  search: ['api', 'words', 'chats', 'layout', 'session'],
  session: ['api', 'words', 'layout'],
  settings: ['api', 'look', 'words', 'conversation', 'layout', 'live', 'session'],
};
