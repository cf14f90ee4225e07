// Ends the messages of a store when their time has come.
//   waiting → due: at the end of the first of the messages that are known, or kept on the device
//   due     → what has ended is hidden; of a chat that is only on the device all is read, and written again without it
import { endedOf, endOf, firstEndOf } from './ended-messages.js';
import type { LocalStore } from './local-store.js';

interface Dependencies {
  /** In milliseconds, by the clock of the server as far as it is known. */
  readonly now: () => number;
  /** When the first message of each chat ends that the device keeps. */
  readonly keptEnds: () => Promise<ReadonlyMap<string, number>>;
}

/** A timer takes no more, and a device that slept counts no time. */
const longestMs = 60 * 60_000;

/** `look` is for a page that is seen again: a timer may have slept. */
export function endMessages(store: LocalStore, { now, keptEnds }: Dependencies) {
  const kept = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const at = now();
    for (const [chatId, chat] of store.known())
      for (const seq of endedOf(chat, at)) store.hide(chatId, seq);
    for (const { chatId, lastMessage } of store.chats())
      if (endOf(lastMessage) <= at) store.hide(chatId, lastMessage.seq);
    for (const [chatId, end] of kept)
      if (end <= at) {
        kept.delete(chatId);
        void store.opened.open(chatId);
      }
    clearTimeout(timer);
    const firsts = [...store.known().values()].map(firstEndOf);
    const lasts = store.chats().map(({ lastMessage }) => endOf(lastMessage));
    const next = Math.min(...firsts, ...lasts, ...kept.values());
    if (next < Infinity) timer = setTimeout(look, Math.min(longestMs, Math.max(0, next - now())));
  }

  look();
  const unsubscribe = store.subscribe(look);
  void keptEnds().then((ends) => {
    for (const [chatId, end] of ends) if (!store.opened.has(chatId)) kept.set(chatId, end);
    look();
  });
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  return { look, stop };
}
