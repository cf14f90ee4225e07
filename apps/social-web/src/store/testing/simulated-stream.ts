// What a tab does with the stream that all tabs of a device share, as `live/shared-stream.ts` does it in a browser.
import type { Keeping } from '../keeping.js';
import type { LocalStore } from '../local-store.js';
import { Reached } from '../reached.js';
import type { PersonId, SimulatedServer } from './simulated-server.js';

export type TabMessage =
  | {
      readonly kind: 'event';
      readonly id: string;
      readonly apply: (store: LocalStore) => void;
    }
  | { readonly kind: 'restart'; readonly id: string }
  | { readonly kind: 'cursor'; readonly cursor: string };

/** The event with this number in somebody's log, with its message as it is when the event is read. */
export function eventNow(server: SimulatedServer, me: PersonId, number: number): TabMessage {
  const { type, chatId, seq, userId } = server.log(me)[number - 1]!;
  const mutedUntil = server.mutedUntil(me, chatId);
  const expirySeconds = server.expirySeconds(chatId);
  const stored = server.messages(chatId)[seq - 1];
  const message = stored && server.seen(me, stored);
  const { archived, markedUnread } = server.flags(me, chatId);
  const isHidden = type === 'hidden' || server.isHidden(me, chatId, seq);
  const apply = (store: LocalStore) => {
    if (type === 'message') store.putFlags(chatId, { archived });
    if (type === 'archived') store.putFlags(chatId, { archived });
    else if (type === 'markedUnread') store.putFlags(chatId, { markedUnread });
    else if (type === 'mute') store.putMute(chatId, mutedUntil);
    else if (type === 'expiry') store.putExpiry(chatId, expirySeconds);
    else if (type === 'read') store.putReadMark({ chatId, userId, seq });
    else if (type === 'unpinned') store.putPin(chatId, seq, false);
    else if (isHidden || !message) store.hide(chatId, seq);
    else if (type === 'message') store.putNew(message);
    else {
      store.putChanged(message);
      if (type === 'pinned') store.putPin(chatId, seq, true);
    }
  };
  return { kind: 'event', id: String(number), apply };
}

export class SimulatedStream {
  private readonly store: LocalStore;
  private readonly keeping: Keeping;
  readonly reached: Reached;
  isLeader = false;
  private isFollower = false;
  /** Of the events that the server has sent to this tab, the number of the last. */
  delivered = 0;
  /** How far the tab with the stream was when it heard of this one. */
  promised: string | null = null;

  constructor(store: LocalStore, keeping: Keeping) {
    this.store = store;
    this.keeping = keeping;
    this.reached = new Reached(store.cursor);
  }

  /** Returns the event after which the stream goes on. */
  lead(): string | null {
    this.isLeader = true;
    this.reached.settle();
    this.keeping.lead(this.reached.cursor);
    return this.reached.cursor;
  }

  receive(message: TabMessage): void {
    if (message.kind === 'cursor') return this.follow(message.cursor);
    const { id } = message;
    this.reached.pass({ id, type: message.kind === 'restart' ? 'ready' : 'message' });
    if (message.kind === 'restart') return this.store.restart(id);
    this.store.passEvent(id);
    message.apply(this.store);
  }

  private follow(cursor: string): void {
    if (this.isLeader || this.isFollower) return;
    this.isFollower = true;
    this.reached.settle(cursor);
    void this.keeping.follow(cursor);
  }
}
