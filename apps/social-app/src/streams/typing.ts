import type { EphemeralEvents } from '../events/ephemeral-events.js';
import { requireOwn } from '../messages/chat-access.js';
import { NotInChat } from '../messages/messages.errors.js';
import { partnerOf, toChatId, type UserPair } from '../people/user-ids.js';

export interface TypingDependencies {
  readonly areFriends: (pair: UserPair) => Promise<boolean>;
  /** Whether the user lets friends see that they type. */
  readonly isVisible: (userId: string) => Promise<boolean>;
  readonly ephemeral: Pick<EphemeralEvents, 'publish'>;
}

export type Typing = ReturnType<typeof createTyping>;

/** Milliseconds between two signals of the same kind, and between any two. */
const intervals = { same: 3_000, any: 500 };

export function createTyping(
  { areFriends, isVisible, ephemeral }: TypingDependencies,
  now = () => Date.now(),
) {
  /** By user and chat, the latest last. */
  const latest = new Map<string, { at: number; typing: boolean }>();

  function isTooSoon(key: string, typing: boolean): boolean {
    for (const [old, { at }] of latest) {
      if (now() - at < intervals.same) break;
      latest.delete(old);
    }
    const last = latest.get(key);
    if (!last) return false;
    return now() - last.at < (last.typing === typing ? intervals.same : intervals.any);
  }

  return {
    /** `told` is false when the friend knows already, or when the user keeps it private. */
    async signal(me: string, { chatId, typing = true }: { chatId: string; typing?: boolean }) {
      const pair = requireOwn(me, chatId);
      const partner = partnerOf(pair, me);
      const [friends, visible] = await Promise.all([areFriends(pair), isVisible(me)]);
      if (!friends || partner === null) throw new NotInChat();
      const key = `${me} ${partner}`;
      if (!visible || isTooSoon(key, typing)) return { told: false };
      latest.delete(key);
      latest.set(key, { at: now(), typing });
      const chat = { chatId: toChatId(pair), userId: me };
      ephemeral.publish([partner], { type: 'typing', ...chat, typing });
      return { told: true };
    },
  };
}
