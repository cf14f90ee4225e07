/** What was begun and not sent stays, per conversation, on this device. */
const keyOf = (chatId: string) => `draft/${chatId}`;

export function readDraft(chatId: string): string {
  return localStorage.getItem(keyOf(chatId)) ?? '';
}

export function keepDraft(chatId: string, text: string): void {
  if (text.trim()) localStorage.setItem(keyOf(chatId), text);
  else localStorage.removeItem(keyOf(chatId));
}
