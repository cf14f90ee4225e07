import { useMutation } from '@tanstack/react-query';
import type { Chat } from '../api/chats.js';
import { muteChat, unmuteChat } from '../api/mutes.js';
import { serverNow } from '../api/server-clock.js';
import { useIsMuted } from '../store/use-muted.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import type { MenuAction } from '../ui/menu.js';
import { useToast } from '../ui/toasts.js';

/** Seconds from now, null for good; or not any more. */
type Change = { readonly seconds: number | null } | 'unmute';

const hour = 60 * 60;

function untilTomorrowMorning(): number {
  const now = new Date(serverNow());
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
  return Math.round((morning.getTime() - now.getTime()) / 1_000);
}

export function useMuteActions(chat: Chat | undefined, name: string) {
  const { mute } = useTexts();
  const store = useStore();
  const toast = useToast();
  const isMuted = useIsMuted(chat);
  const { mutate, error } = useMutation({
    async mutationFn(change: Change) {
      if (!chat) return;
      const { chatId } = chat;
      const mutedUntil =
        change === 'unmute' ? await unmuteChat(chatId) : await muteChat(chatId, change.seconds);
      store.putMute(chatId, mutedUntil);
      toast({ text: change === 'unmute' ? mute.isOver(name) : mute.done(name) });
    },
  });
  const begin = (text: string, seconds: () => number | null): MenuAction => ({
    text,
    onSelect: () => mutate({ seconds: seconds() }),
  });
  const toBegin = () => [
    begin(mute.hour, () => hour),
    begin(mute.tomorrow, untilTomorrowMorning),
    begin(mute.forGood, () => null),
  ];
  const end = { text: mute.end, onSelect: () => mutate('unmute') };
  return { actions: !chat ? [] : isMuted ? [end] : toBegin(), error };
}
