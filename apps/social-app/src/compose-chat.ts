import type { Log } from '@triptych/logging';
import type { Registry } from '@triptych/service-host';
import type { SharedRedis } from '@triptych/redis';
import type { SweepSettings } from './attachments/attachment-sweep.js';
import type { AttachmentLimits } from './attachments/attachments.js';
import type { UploadSettings } from './uploads/uploads.js';
import type { Stores } from './compose-stores.js';
import { attachmentLimits, eventRetentionMs, messageWindows } from './config.js';
import { createSqlExpiryStore } from './expiry/expiry-store.sql.js';
import { createExpiry } from './expiry/expiry.js';
import { eraseExpired } from './expiry/erase-expired.sql.js';
import { startExpirySweep, sweepInterval } from './expiry/expiry-sweep.js';
import { createMessageChanging } from './messages/message-changes.js';
import { createSqlMessageChanges } from './messages/message-changes.sql.js';
import type { MessageStore } from './messages/message-store.port.js';
import { createSqlMessageStore } from './messages/message-store.sql.js';
import { createMessages } from './messages/messages.js';
import { createSqlMuteStore } from './mutes/mute-store.sql.js';
import { createMutes } from './mutes/mutes.js';
import { createDrafts } from './drafts/drafts.js';
import { createSqlDraftStore } from './drafts/draft-store.sql.js';
import { createMarks } from './marks/marks.js';
import { createSqlMarkStore } from './marks/mark-store.sql.js';
import { withSendMetrics } from './messages/send-metrics.js';
import type { DeliverySettings } from './push/deliver-pushes.js';
import { createSqlFriendIds } from './streams/friend-ids.sql.js';
import { createPersonChanges } from './streams/person-changes.js';
import { createPresence, presenceDefaults, type PresenceSettings } from './streams/presence.js';
import { createStreamMetrics } from './streams/stream-metrics.js';
import { createTyping } from './streams/typing.js';
import { createMemoryBroadcast } from './events/broadcast.memory.js';
import type { Broadcast } from './events/broadcast.port.js';
import { createRedisBroadcast } from './events/broadcast.redis.js';
import { createSqlEventLog } from './streams/event-log.sql.js';
import {
  createEventStreams,
  streamDefaults,
  type StreamSettings,
} from './streams/event-streams.js';
import { pruneEvents } from './events/prune-events.sql.js';
import { startRetention } from './events/retention.js';
import { createWakeups, type Waker } from './events/wakeups.js';
import { createEphemeralEvents } from './events/ephemeral-events.js';
import { createSqlMessageSearch } from './search/message-search.sql.js';
import { createSearch } from './search/search.js';

/** What the process has beside its configuration, and what a test may put in its place. */
export interface Context {
  readonly log: Log;
  readonly redis?: SharedRedis | undefined;
  readonly metrics?: Registry | undefined;
  readonly broadcast?: Broadcast;
  readonly streams?: Partial<StreamSettings>;
  readonly presence?: Partial<PresenceSettings>;
  readonly push?: Partial<DeliverySettings>;
  readonly expirySweepMs?: number;
  readonly attachments?: Partial<AttachmentLimits>;
  readonly uploads?: Partial<UploadSettings>;
  readonly attachmentSweep?: Partial<SweepSettings>;
  /** `import.meta.url` of main, beside which the web client is looked for. */
  readonly moduleUrl?: string;
}

/** Messages and everything live. */
export function composeChat(stores: Stores, context: Context) {
  const { prisma, database, sessions, settings, config, heavyWorks } = stores;
  const { log: logger, redis } = context;
  const metrics = context.metrics && createStreamMetrics(context.metrics);
  const broadcast =
    context.broadcast ?? (redis ? createRedisBroadcast(redis) : createMemoryBroadcast());
  const wakeups = createWakeups(broadcast);
  const ephemeral = createEphemeralEvents(broadcast);
  const store = createSqlMessageStore(prisma, database, config.DATABASE_TIMEOUT_MS);
  const friendIds = createSqlFriendIds(database);
  const presence = createPresence(
    { friendIds, broadcast, ephemeral, logger },
    { ...presenceDefaults, ...context.presence },
  );
  const { usersHere } = presence;
  const log = createSqlEventLog(database);
  const streams = createEventStreams(
    { log, wakeups, ephemeral, presence, sessions, broadcast, logger, ...metrics },
    { ...streamDefaults, ...context.streams },
  );
  metrics?.watch(streams, broadcast.deafSince);
  const messages = createMessages(store, wakeups);
  const stopRetention = startRetention(
    (before, kept) => pruneEvents(prisma, before, kept),
    logger,
    eventRetentionMs(config),
  );
  const stopSweep = sweep(prisma, wakeups, context);
  return {
    wakeups,
    messages: context.metrics ? withSendMetrics(messages, context.metrics) : messages,
    changing: createMessageChanging({
      store,
      changes: createSqlMessageChanges(prisma),
      wakeups,
      windows: messageWindows(config),
      attachmentBytes: attachmentLimits(config).maxBytes,
    }),
    ...composeSettings(prisma, store, wakeups),
    search: createSearch(store, createSqlMessageSearch(prisma), heavyWorks.run),
    presence,
    personChanges: createPersonChanges({ friendIds, broadcast, ephemeral, usersHere, logger }),
    typing: createTyping({
      areFriends: (pair) => store.areFriends(pair),
      isVisible: async (userId) => (await settings.read(userId)).typing,
      ephemeral,
    }),
    streams,
    close: async () => {
      stopRetention();
      await stopSweep();
      presence.close();
      await broadcast.close();
    },
  };
}

/** What the two, or one of them, have set of a chat. */
function composeSettings(prisma: Stores['prisma'], store: MessageStore, wakeups: Waker) {
  return {
    mutes: createMutes(createSqlMuteStore(prisma), store, wakeups),
    drafts: createDrafts(createSqlDraftStore(prisma), store, wakeups),
    marks: createMarks(createSqlMarkStore(prisma), store, wakeups),
    expiry: createExpiry(createSqlExpiryStore(prisma), store, wakeups),
  };
}

function sweep(prisma: Stores['prisma'], wakeups: Waker, { log, expirySweepMs }: Context) {
  const parts = { erase: () => eraseExpired(prisma), wakeups, log };
  return startExpirySweep(parts, expirySweepMs ?? sweepInterval);
}
