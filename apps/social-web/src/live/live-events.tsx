import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { deviceDatabase } from '../api/device-database.js';
import { askServerTime } from '../api/chats.js';
import { noteNetwork } from '../api/network.js';
import { forgetPresence } from '../api/presence.js';
import { keys } from '../api/query-cache.js';
import { forgetOldSteps, pageStart } from '../api/queue-mirror.js';
import { serverNow } from '../api/server-clock.js';
import { keepPeople, openStore, showKeptPeople, type DeviceCopy } from '../store/device-copy.js';
import { endMessages } from '../store/ending.js';
import type { Keeping } from '../store/keeping.js';
import type { LocalStore } from '../store/local-store.js';
import { filesOf } from '../store/queue-model.js';
import {
  createFriendQueue,
  FriendQueueContext,
  useRunningFriendQueue,
} from '../store/use-friend-queue.js';
import { createDrafts, DraftsContext, useRunningDrafts } from '../store/use-drafts.js';
import { createQueue, QueueContext, useRunningQueue } from '../store/use-queue.js';
import { createUnsent, UnsentContext } from '../store/use-unsent.js';
import { StoreContext } from '../store/use-store.js';
import { applyEvent } from './apply-event.js';
import type { Connection } from './event-stream.js';
import { heardEvents } from './events.js';
import { joinSharedStream } from './shared-stream.js';

const ConnectionContext = createContext<Connection>('connecting');

/** However often it is called. What fails is done at the next start. */
function notificationsStarter(userId: string): () => void {
  let started: Promise<unknown> | null = null;
  return () => {
    started ??= import('./device-notifications.js')
      .then((notifications) => notifications.startNotifications(userId))
      .catch(() => {});
  };
}

export function useConnection(): Connection {
  return use(ConnectionContext);
}

interface LiveEventsProps {
  readonly userId: string;
  /** What this device kept when the page was loaded; another person may have signed in since. */
  readonly copy: DeviceCopy | null;
  readonly children: ReactNode;
}

/** Below OwnDevice: applies live events to what is known and sends what is queued. */
export function LiveEvents({ userId, copy: kept, children }: LiveEventsProps) {
  const client = useQueryClient();
  const copy = kept?.account.data.id === userId ? kept : null;
  const [{ store, keeping, unsent, queue, friendQueue, drafts, draftQueue }] = useState(() => {
    if (copy) showKeptPeople(client, copy);
    const onSignedOut = () => void client.invalidateQueries({ queryKey: keys.session });
    const opened = openStore(userId, copy, deviceDatabase, heardEvents);
    const unsent = createUnsent(userId);
    return {
      ...{ ...opened, unsent },
      queue: createQueue(opened.store, unsent, onSignedOut),
      friendQueue: createFriendQueue(userId, onSignedOut),
      ...createDrafts(opened.store, onSignedOut),
    };
  });
  useRunningQueue(queue);
  useRunningFriendQueue(friendQueue, store);
  useRunningDrafts(drafts, draftQueue);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const startNotifications = notificationsStarter(userId);
    return joinSharedStream(userId, store.cursor, {
      onEvent: (event) => applyEvent(client, { store, drafts }, event),
      onConnection(next) {
        setConnection(next);
        if (next !== 'live') return;
        noteNetwork();
        queue.wake();
        friendQueue.wake();
        draftQueue.wake();
        startNotifications();
      },
      onRefused: () => void client.invalidateQueries({ queryKey: keys.session }),
      onLead: (cursor) => keeping.lead(cursor),
      onJoined: () => keeping.write(),
      onFollow: (cursor) => void keeping.follow(cursor),
    });
  }, [client, store, queue, friendQueue, drafts, draftQueue, keeping, userId]);
  useKeeping(keeping, userId, copy);
  useEffect(() => {
    // Before, messages may be missing.
    void pageStart.ended.then(() => {
      const queued = queue.changes();
      for (const { id, change } of queued) void unsent.files.takeChosen(id, filesOf(change));
      return unsent.files.dropLeft(queued.map(({ id }) => id));
    });
  }, [unsent, queue]);
  useEndingMessages(store, keeping);
  useForgottenPresence(connection);
  return (
    <StoreContext value={store}>
      <QueueContext value={queue}>
        <FriendQueueContext value={friendQueue}>
          <UnsentContext value={unsent}>
            <DraftsContext value={drafts}>
              <ConnectionContext value={connection}>{children}</ConnectionContext>
            </DraftsContext>
          </UnsentContext>
        </FriendQueueContext>
      </QueueContext>
    </StoreContext>
  );
}

function useEndingMessages(store: LocalStore, keeping: Keeping): void {
  useEffect(() => {
    const { look, stop } = endMessages(store, {
      now: serverNow,
      keptEnds: () => keeping.ends(),
      confirmNow: askServerTime,
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, [store, keeping]);
}

/** What is known, and who it is about, is written on the device. */
function useKeeping(keeping: Keeping, userId: string, copy: DeviceCopy | null): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop = () => {};
    const claimed = deviceDatabase.claim(userId).then(
      () => {
        const stops = [
          keeping.start(),
          keepPeople(client, { me: userId, database: deviceDatabase, copy }),
        ];
        stop = () => stops.forEach((end) => end());
        forgetOldSteps(userId, deviceDatabase).catch(() => {});
      },
      // Denied: everything works for as long as the page is open.
      () => {},
    );
    const onHidden = () => document.hidden && void keeping.write();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      void claimed.then(() => stop());
    };
  }, [client, keeping, userId, copy]);
}

/** A reconnection within this time changes nothing. */
const presenceKeptMs = 1_500;

/** Without a stream nobody knows who is online; a new one begins with a list of them. */
function useForgottenPresence(connection: Connection): void {
  const client = useQueryClient();
  const isLive = connection === 'live';
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => forgetPresence(client), presenceKeptMs);
    return () => clearTimeout(timer);
  }, [client, isLive]);
}
