/** Names of what the query cache holds. */
export const keys = {
  session: ['session'],
  providers: ['providers'],
  account: ['account'],
  settings: ['settings'],
  friends: ['friends'],
  presence: ['presence'],
  chats: ['chats'],
  histories: ['history'],
  historiesOf: (chatId: string) => ['history', chatId],
  history: (chatId: string, around: number | null) => ['history', chatId, around],
  typing: (chatId: string) => ['typing', chatId],
  announcements: ['announcements'],
  search: (words: string) => ['search', words],
} as const;
