import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import type { Message } from '../chats/chats.js';
import { putMessage } from '../live/apply-chat-event.js';
import { useMe } from '../session/session.js';

const handleOf = ({ chatId, seq }: Message) => ({ chatId, seq });

export function useEdit() {
  const client = useQueryClient();
  const me = useMe();
  return useMutation({
    mutationFn: ({ message, text }: { message: Message; text: string }) =>
      dataOf(socialApi.POST('/api/message/edit', { body: { ...handleOf(message), text } })),
    onSuccess: (stored) => putMessage(client, me.id, stored, false),
  });
}

/** The stream brings the outcome; the message is only asked for when that did not come first. */
export function useDelete() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, whose }: { message: Message; whose: 'everyone' | 'me' }) =>
      socialApi.POST('/api/message/delete', { body: { ...handleOf(message), for: whose } }),
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
        body: { ...handleOf(message), emoji },
      }),
    onMutate({ message, emoji, isOn }) {
      const others = message.reactions.filter((one) => one.userId !== me.id || one.emoji !== emoji);
      const reactions = isOn ? [...others, { userId: me.id, emoji }] : others;
      putMessage(client, me.id, { ...message, reactions }, false);
    },
    onError: (_error, { message }) => putMessage(client, me.id, message, false),
  });
}
