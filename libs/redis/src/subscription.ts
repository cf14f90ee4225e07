import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DependencyLog } from '@triptych/logging';
import type { Redis } from 'ioredis';
import type { RedisConnection } from './connection.js';
import { connectionLost, describeRedisFault } from './redis-faults.js';

// A subscription. Guarantees: a subscriber that hears nothing any more, for whatever reason, finds out within about three
// seconds; `onMissed` follows whenever messages may have been missed; no message ends the process (ADR 0031).
//
//   connecting   Redis confirms the subscription → subscribed, onMissed · else a pause, another node or master, connecting
//   subscribed   publishes a heartbeat to itself every second: heard → subscribed · two in a row unheard → connecting
//                the connection ends → connecting

/** Milliseconds. */
const [heartbeat, longestPause] = [1_000, 2_000];
const unheardHeartbeats = 2;

export interface SubscriptionHandlers {
  /** Returns whether the message was understood; what is not, or what throws, is logged, never thrown. */
  readonly onMessage: (text: string) => boolean;
  /** Messages may have been missed until now. */
  readonly onMissed?: () => void;
}

export interface SubscriptionParts extends SubscriptionHandlers {
  readonly channel: string;
  readonly open: () => Redis;
  readonly publisher: RedisConnection;
  readonly log: DependencyLog;
  /** Called with the length of a message that was not understood. */
  readonly onIgnored: (length: number) => void;
}

/** Subscribes until the function that it returns is called. */
export function subscribe(parts: SubscriptionParts): () => void {
  const { channel, log } = parts;
  const ended = new AbortController();
  let [subscriber, attempts, reason] = [parts.open(), 0, undefined as unknown];
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
    subscriber.on('message', receive);
    try {
      await subscriber.connect();
      await subscriber.subscribe(channel, heartbeats.channel);
      heartbeats.start();
      parts.onMissed?.();
      await end;
    } catch (error) {
      // That a connection is closed says less than the event before.
      reason ??= (error as Error).name === 'ReplyError' ? error : connectionLost();
    }
    heartbeats.stop();
    subscriber.disconnect();
  }

  async function stay() {
    while (!ended.signal.aborted) {
      await follow();
      if (ended.signal.aborted) return;
      log.failed(describeRedisFault(reason ?? connectionLost()));
      attempts += 1;
      const wait = Math.min(attempts * 200, longestPause);
      await pause(wait, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      reason = undefined;
      subscriber = parts.open();
    }
  }

  void stay();
  return () => {
    ended.abort();
    heartbeats.stop();
    subscriber.disconnect();
  };
}

/** Messages to itself by way of the publisher, on a channel of their own; `onSilence` when they do not come back. */
function createHeartbeats({ channel, publisher }: SubscriptionParts, onSilence: () => void) {
  const own = `${channel}:heartbeat:${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  let unheard = 0;
  function beat() {
    if (unheard >= unheardHeartbeats) return onSilence();
    unheard += 1;
    publisher.run((client) => client.publish(own, '')).catch(() => undefined);
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
