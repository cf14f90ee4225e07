// Ends the messages of a store when their time has come.
//   waiting → due: at the end of the first of the messages that are known, or kept on the device, as the server confirms where it
//             can be reached
//   due     → what has ended is hidden; of a chat that is only on the device all is read, and written again without it
import { endedOf, endOf, firstEndOf } from './ended-messages.js';
import type { LocalStore } from './local-store.js';

interface Dependencies {
  /** In milliseconds, by the clock of the server as far as it is known. */
  readonly now: () => number;
  /** When the first message of each chat ends that the device keeps. */
  readonly keptEnds: () => Promise<ReadonlyMap<string, number>>;
  /**
   * Asks the server what time it is. The clock of the device may have been put forward while the page is open, and what has ended
   * does not come back.
   */
  readonly confirmNow?: () => Promise<void>;
}

/** A timer takes no more, and a device that slept counts no time. */
const longestMs = 60 * 60_000;

/** When the first ends of the messages that the store knows; never: Infinity. By the clock of the server. */
export function nextEndOf(store: LocalStore): number {
  const firsts = [...store.known().values()].map(firstEndOf);
  const lasts = store.chats().map(({ lastMessage }) => endOf(lastMessage));
  return Math.min(...firsts, ...lasts);
}

/** `look` is for a page that is seen again: a timer may have slept. */
export function endMessages(store: LocalStore, { now, keptEnds, confirmNow }: Dependencies) {
  const kept = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isAsking = false;

  const firstEnd = () => Math.min(nextEndOf(store), ...kept.values());

  function look(): void {
    if (isAsking || isStopped) return;
    if (!confirmNow || firstEnd() > now()) return hideAndWait();
    isAsking = true;
    void confirmNow().then(() => {
      hideAndWait();
      isAsking = false;
    });
  }

  function hideAndWait(): void {
    if (isStopped) return;
    hide(now());
    clearTimeout(timer);
    const next = firstEnd();
    if (next < Infinity) timer = setTimeout(look, Math.min(longestMs, Math.max(0, next - now())));
  }

  function hide(at: number): void {
    for (const [chatId, chat] of store.known())
      for (const seq of endedOf(chat, at)) store.hide(chatId, seq);
    for (const { chatId, lastMessage } of store.chats())
      if (endOf(lastMessage) <= at) store.hide(chatId, lastMessage.seq);
    for (const [chatId, end] of kept)
      if (end <= at) {
        kept.delete(chatId);
        void store.opened.open(chatId);
      }
  }

  look();
  const unsubscribe = store.subscribe(look);
  void keptEnds().then((ends) => {
    for (const [chatId, end] of ends) if (!store.opened.has(chatId)) kept.set(chatId, end);
    look();
  });
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  return { look, stop };
}
