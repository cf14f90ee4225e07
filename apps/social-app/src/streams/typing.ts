import { requireOwn } from '../messages/chat-access.js';
import { NotInChat } from '../messages/messages.errors.js';
import { partnerOf, toChatId } from '../people/user-ids.js';
import type { EphemeralEvents } from '../events/ephemeral-events.port.js';
import type { TypingRules } from './typing-rules.port.js';

export interface TypingParts {
  readonly rules: TypingRules;
  readonly whispers: Pick<EphemeralEvents, 'tell'>;
}

export interface Typing {
  /** `told` is false when it was told a moment ago already, and when the writer keeps it private. */
  signal(me: string, signal: { chatId: string; typing?: boolean }): Promise<{ told: boolean }>;
}

/** Milliseconds between two signals of the same kind, and between any two. */
const pauses = { same: 3_000, any: 500 };

export function createTyping({ rules, whispers }: TypingParts, now = () => Date.now()): Typing {
  /** By writer and chat, the latest last. */
  const latest = new Map<string, { at: number; typing: boolean }>();

  function isTooSoon(key: string, typing: boolean): boolean {
    for (const [old, { at }] of latest) {
      if (now() - at < pauses.same) break;
      latest.delete(old);
    }
    const last = latest.get(key);
    if (!last) return false;
    return now() - last.at < (last.typing === typing ? pauses.same : pauses.any);
  }

  return {
    async signal(me, { chatId, typing = true }) {
      const pair = requireOwn(me, chatId);
      const { friends, visible } = await rules.look(pair, me);
      const partner = partnerOf(pair, me);
      if (!friends || partner === null) throw new NotInChat();
      const key = `${me} ${partner}`;
      if (!visible || isTooSoon(key, typing)) return { told: false };
      latest.delete(key);
      latest.set(key, { at: now(), typing });
      whispers.tell([partner], { type: 'typing', chatId: toChatId(pair), userId: me, typing });
      return { told: true };
    },
  };
}
