import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMe } from '../api/account.js';
import type { Message } from '../api/chats.js';
import { dataOf, socialApi } from '../api/client.js';
import { putMessage } from '../api/messages.js';
import { keys } from '../api/query-cache.js';

const idOf = ({ chatId, seq }: Message) => ({ chatId, seq });

export function useEdit() {
  const client = useQueryClient();
  const me = useMe();
  return useMutation({
    mutationFn: ({ message, text }: { message: Message; text: string }) =>
      dataOf(socialApi.POST('/api/message/edit', { body: { ...idOf(message), text } })),
    onSuccess: (stored) => putMessage(client, me.id, stored),
  });
}

/** The event stream brings the result; the invalidation covers a stream that is not live. */
export function useDelete() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, scope }: { message: Message; scope: 'everyone' | 'me' }) =>
      socialApi.POST('/api/message/delete', { body: { ...idOf(message), for: scope } }),
    onSettled: (_data, _error, { message }) => {
      void client.invalidateQueries({ queryKey: keys.historiesOf(message.chatId) });
      void client.invalidateQueries({ queryKey: keys.chats });
    },
  });
}

/** Shown at once, and taken back when the server refuses. */
export function useReaction() {
  const client = useQueryClient();
  const me = useMe();
  return useMutation({
    mutationFn: ({ message, emoji, isOn }: { message: Message; emoji: string; isOn: boolean }) =>
      socialApi.POST(isOn ? '/api/message/react' : '/api/message/unreact', {
        body: { ...idOf(message), emoji },
      }),
    onMutate({ message, emoji, isOn }) {
      const others = message.reactions.filter((one) => one.userId !== me.id || one.emoji !== emoji);
      const reactions = isOn ? [...others, { userId: me.id, emoji }] : others;
      putMessage(client, me.id, { ...message, reactions });
    },
    onError: (_error, { message }) => putMessage(client, me.id, message),
  });
}
