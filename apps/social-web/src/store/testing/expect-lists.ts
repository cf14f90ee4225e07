import { expect } from '@jest/globals';
import type { Chat } from '../../api/chats.js';
import type { SimulatedDevice } from './simulated-device.js';
import type { SimulatedServer } from './simulated-server.js';

/** Every tab shows the list that the server has: the chats in order, the last message of each, what is unread, what is pinned, how long messages are kept, who is muted, put away or marked as unread. */
export function expectLists(device: SimulatedDevice, server: SimulatedServer): void {
  const expected = server.chatPage(device.me).chats.map(shownOf);
  for (const { store } of device.tabs) expect(store.chats().map(shownOf)).toEqual(expected);
}

function shownOf({ chatId, lastMessage, unread, readSeq, readByPartnerSeq, ...chat }: Chat) {
  const { mutedUntil, expirySeconds, archived, markedUnread, pinned } = chat;
  const shown = { chatId, lastMessage, unread, readSeq, readByPartnerSeq };
  return { ...shown, mutedUntil, expirySeconds, archived, markedUnread, pinned };
}
