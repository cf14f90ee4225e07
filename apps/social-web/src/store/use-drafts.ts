import { onlineManager } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import { unreachable } from '../api/client.js';
import { mayAskFor, mayBeOwner, storageOf } from '../api/device-owner.js';
import { draftQueuePrefix } from '../api/device-storage.js';
import type { Drafts } from './drafts.js';
import type { LocalStore } from './local-store.js';
import { Queue } from './queue.js';
import { pause, useRunningQueue } from './use-queue.js';

const againAfterMs = 5_000;
/** What is shown first comes first. */
const savedAtStartAfterMs = 1_000;

/** What brings drafts to the server and from there is loaded behind what a start shows; until then calls of it wait, in their order. */
export class LateDrafts {
  private readonly load: () => Promise<Drafts>;
  private loading: Promise<Drafts | null> | null = null;

  /** @param load where it fails, drafts stay on this device until the next start */
  constructor(load: () => Promise<Drafts>) {
    this.load = load;
  }

  private loaded(): Promise<Drafts | null> {
    return (this.loading ??= this.load().catch(() => null));
  }

  run(act: (drafts: Drafts) => unknown): void {
    void this.loaded().then((drafts) => drafts && void act(drafts));
  }

  async deliver(chatId: string): Promise<void> {
    const drafts = await this.loaded();
    if (!drafts) throw unreachable();
    await drafts.deliver(chatId);
  }
}

export const DraftsContext = createContext<LateDrafts | null>(null);

/** Only below LiveEvents. */
export function useDrafts(): LateDrafts {
  const drafts = use(DraftsContext);
  if (!drafts) throw new Error('outside of DraftsContext');
  return drafts;
}

/**
 * The drafts, and a queue that says of which chats one is to be brought to the server: apart from messages, which wait for none of
 * them. What it brings is the draft as it is by then.
 */
export function createDrafts(store: LocalStore, onSignedOut: () => void) {
  const { me } = store;
  const queue: Queue = new Queue([draftQueuePrefix(me)], {
    storage: storageOf(me),
    deliver: ({ chatId }) => drafts.deliver(chatId),
    isOnline: () => onlineManager.isOnline() && mayAskFor(me),
    onSignedOut,
    pause,
  });
  const drafts = new LateDrafts(async () => {
    const { Drafts } = await import('./drafts.js');
    return new Drafts({
      store,
      mayKeep: () => mayBeOwner(me),
      pause: () => pause(againAfterMs, new AbortController().signal),
      queue: (chatId) => void queue.add(chatId, { kind: 'draft' }),
    });
  });
  return { drafts, draftQueue: queue };
}

export function useRunningDrafts(drafts: LateDrafts, queue: Queue): void {
  useRunningQueue(queue);
  useEffect(() => {
    const saveLeft = () => drafts.run((all) => all.saveLeft());
    const timer = setTimeout(saveLeft, savedAtStartAfterMs);
    const leaving = new AbortController();
    const { signal } = leaving;
    const save = () => drafts.run((all) => all.saveAll());
    const onHidden = () => document.hidden && save();
    document.addEventListener('visibilitychange', onHidden, { signal });
    addEventListener('pagehide', save, { signal });
    // Of what was written before a kill some may be there only now.
    addEventListener('storage', ({ key }) => key === null && saveLeft(), { signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [drafts]);
}
