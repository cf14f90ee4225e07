import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DependencyLog } from '@triptych/logging';
import type { Redis } from 'ioredis';
import type { ChannelCommands } from './channel-commands.js';
import type { RedisConnection } from './connection.js';
import { connectionLost, describeRedisFault } from './redis-faults.js';

// A subscription to channels that come and go. Guarantees: a subscriber that hears nothing any more, for whatever reason,
// finds out within about three seconds; `onMissed` follows whenever messages may have been missed, `onJoined` once those of a
// new channel arrive; no message ends the process (ADR 0031, 0036).
//
//   connecting   Redis confirms the subscription to all channels → subscribed, onMissed
//                a node of a cluster names another one (MOVED) → connecting there · else a pause, connecting anywhere
//   subscribed   publishes a heartbeat to itself every second: heard → subscribed · two in a row unheard → connecting
//                a channel is added → its messages arrive, onJoined · Redis refuses it → connecting
//                the connection ends → connecting

/** Milliseconds. */
const [heartbeat, longestPause] = [1_000, 2_000];
const unheardHeartbeats = 2;
/** Channels of one command. */
const chunkSize = 1_000;
/** Nodes that may send on to one another before it counts as a fault. */
const mostRedirections = 4;

export interface SubscriptionHandlers {
  /** Returns whether the message was understood; what is not, or what throws, is logged, never thrown. */
  readonly onMessage: (text: string) => boolean;
  /** Messages may have been missed until now. */
  readonly onMissed?: () => void;
}

/** Where a node of a cluster says that a channel is. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

export interface SubscriptionParts extends SubscriptionHandlers {
  /** Messages on these channels arrive from now on; not called for those of `onMissed`. */
  readonly onJoined?: (channels: readonly string[]) => void;
  /** Of messages to itself. On a cluster it has the hash tag of the other channels. */
  readonly heartbeatChannel: string;
  readonly commands: () => ChannelCommands;
  readonly open: (at?: NodeAddress) => Redis;
  readonly publisher: RedisConnection;
  readonly log: DependencyLog;
  /** Called with the length of a message that was not understood. */
  readonly onIgnored: (length: number) => void;
}

export interface Subscription {
  add(channel: string): void;
  remove(channel: string): void;
  /** Since when messages may be missed, in milliseconds since 1970; null while they arrive. */
  readonly deafSince: () => number | null;
  readonly close: () => void;
}

/** Subscribes until it is closed. */
export function openSubscription(parts: SubscriptionParts): Subscription {
  const { log, commands } = parts;
  const ended = new AbortController();
  const channels = createChannelSet(parts);
  let [subscriber, attempts, reason] = [parts.open(), 0, undefined as unknown];
  let next: NodeAddress | undefined;
  let deafSince: number | null = Date.now();
  const heartbeats = createHeartbeats(parts, () => {
    reason = new Error('Command timed out');
    subscriber.disconnect();
  });

  function receive(from: string, text: string) {
    if (from !== heartbeats.channel) return handOver(parts, text);
    heartbeats.hear();
    attempts = 0;
    log.works();
  }

  async function follow() {
    const end = new Promise((resolve) => subscriber.once('end', resolve));
    subscriber.on('error', (error) => (reason ??= error));
    subscriber.on('message', receive).on('smessage', receive);
    try {
      await subscriber.connect();
      await commands().join(subscriber, [heartbeats.channel]);
      heartbeats.start();
      await channels.joinAll(subscriber);
      deafSince = null;
      parts.onMissed?.();
      await end;
    } catch (error) {
      next = movedTo(error, subscriber);
      // That a connection is closed says less than the event before.
      reason ??= (error as Error).name === 'ReplyError' ? error : connectionLost();
    }
    deafSince ??= Date.now();
    channels.leaveAll();
    heartbeats.stop();
    subscriber.disconnect();
  }

  async function stay() {
    while (!ended.signal.aborted) {
      await follow();
      if (ended.signal.aborted) return;
      attempts += 1;
      if (!next || attempts > mostRedirections) {
        log.failed(describeRedisFault(reason ?? connectionLost()));
        const wait = Math.min(attempts * 200, longestPause);
        await pause(wait, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      }
      reason = undefined;
      subscriber = parts.open(next);
      next = undefined;
    }
  }

  void stay();
  return {
    add: (channel) => channels.add(channel),
    remove: (channel) => channels.remove(channel),
    deafSince: () => deafSince,
    close: () => {
      ended.abort();
      heartbeats.stop();
      subscriber.disconnect();
    },
  };
}

/** Which channels are wanted, and which the connection has; what changes in one turn of the event loop is one command. */
function createChannelSet({ commands, onJoined }: SubscriptionParts) {
  const wanted = new Set<string>();
  let changed = new Set<string>();
  let joined = new Set<string>();
  let connection: Redis | undefined;

  async function exchange(to: Redis): Promise<string[]> {
    const names = [...changed];
    changed = new Set();
    const added = names.filter((name) => wanted.has(name) && !joined.has(name));
    const removed = names.filter((name) => !wanted.has(name) && joined.delete(name));
    added.forEach((name) => joined.add(name));
    // A user without the right to leave a channel gets messages that nobody reads.
    for (const chunk of chunks(removed))
      commands()
        .leave(to, chunk)
        .catch(() => undefined);
    await Promise.all(chunks(added).map((chunk) => commands().join(to, chunk)));
    return added;
  }

  function change(name: string): void {
    if (changed.size === 0 && connection) setImmediate(flush, connection);
    changed.add(name);
  }

  function flush(to: Redis): void {
    if (to !== connection) return;
    exchange(to).then(
      (added) => added.length > 0 && onJoined?.(added),
      // What Redis has of them is not known: a new connection begins anew.
      () => to.disconnect(),
    );
  }

  return {
    add: (name: string) => void (wanted.add(name), change(name)),
    remove: (name: string) => void (wanted.delete(name), change(name)),
    async joinAll(to: Redis): Promise<void> {
      joined = new Set();
      changed = new Set(wanted);
      while (changed.size > 0) await exchange(to);
      connection = to;
    },
    leaveAll: () => void (connection = undefined),
  };
}

function chunks(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / chunkSize);
  return Array.from({ length: count }, (_, n) => names.slice(n * chunkSize, (n + 1) * chunkSize));
}

/** Without a host it is the one that was asked. */
function movedTo(error: unknown, { options }: Redis): NodeAddress | undefined {
  const [, host, port] = /^MOVED \d+ (\S*):(\d+)$/.exec((error as Error).message) ?? [];
  return port === undefined ? undefined : { host: host || options.host!, port: Number(port) };
}

/** Messages to itself by way of the publisher, on a channel of their own; `onSilence` when they do not come back. */
function createHeartbeats(
  { heartbeatChannel, publisher, commands }: SubscriptionParts,
  onSilence: () => void,
) {
  const own = `${heartbeatChannel}:${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  let unheard = 0;
  function beat() {
    if (unheard >= unheardHeartbeats) return onSilence();
    unheard += 1;
    publisher.run((client) => commands().publish(client, own, '')).catch(() => undefined);
  }
  return {
    channel: own,
    start: () => {
      unheard = 0;
      timer = setInterval(beat, heartbeat).unref();
      beat();
    },
    hear: () => void (unheard = 0),
    stop: () => clearInterval(timer),
  };
}

function handOver({ onMessage, onIgnored }: SubscriptionParts, text: string): void {
  try {
    if (onMessage(text)) return;
  } catch {
    // As one that was not understood: what it holds may be anybody's.
  }
  onIgnored(text.length);
}
