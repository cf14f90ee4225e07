import { useMutation } from '@tanstack/react-query';
import type { Message } from '../api/chats.js';
import { dataOf, socialApi } from '../api/client.js';
import { useStore } from '../store/use-store.js';

const idOf = ({ chatId, seq }: Message) => ({ chatId, seq });

export function useEdit() {
  const store = useStore();
  return useMutation({
    async mutationFn({ message, text }: { message: Message; text: string }) {
      const { stamp } = store;
      const body = { ...idOf(message), text };
      store.putChanged(await dataOf(socialApi.POST('/api/message/edit', { body })), stamp);
    },
  });
}

export function useDelete() {
  const store = useStore();
  return useMutation({
    async mutationFn({ message, scope }: { message: Message; scope: 'everyone' | 'me' }) {
      const { chatId, seq } = message;
      const { stamp } = store;
      await socialApi.POST('/api/message/delete', { body: { chatId, seq, for: scope } });
      if (scope === 'me') store.hide(chatId, seq);
      // The event stream brings it as the server has it; until then, and without a stream, it is shown as deleted.
      else store.putChanged(deleted(message), stamp);
    },
  });
}

function deleted(message: Message): Message {
  const deletedAt = new Date().toJSON();
  return { ...message, text: '', editedAt: null, deletedAt, reactions: [] };
}

/** Shown at once, and taken back when the server refuses. */
export function useReaction() {
  const store = useStore();
  const { me } = store;
  return useMutation({
    mutationFn: ({ message, emoji, isOn }: { message: Message; emoji: string; isOn: boolean }) =>
      socialApi.POST(isOn ? '/api/message/react' : '/api/message/unreact', {
        body: { ...idOf(message), emoji },
      }),
    onMutate({ message, emoji, isOn }) {
      const others = message.reactions.filter((one) => one.userId !== me || one.emoji !== emoji);
      const reactions = isOn ? [...others, { userId: me, emoji }] : others;
      store.putChanged({ ...message, reactions });
    },
    onError: (_error, { message }) => store.putChanged(message),
  });
}
