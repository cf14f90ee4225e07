import type { Message } from '../../api/chats.js';
import type { PendingMessage } from '../../store/use-queue.js';

export const message = (seq: number, at: string, extra: Partial<Message> = {}): Message => ({
  id: `id-${seq}`,
  chatId: 'a--b',
  senderId: 'a',
  text: `text ${seq}`,
  seq,
  createdAt: at,
  editedAt: null,
  deletedAt: null,
  reactions: [],
  ...extra,
});

export const pending = (clientId: string): PendingMessage => ({
  id: clientId,
  message: { kind: 'send', clientId, text: 'pending' },
  at: '2026-11-20T12:01:00Z',
  state: 'sending',
  refusal: null,
  canDiscard: false,
  isKept: true,
});
