// Replicas of the release before (0.1.0) beside this one (ADR 0036). They hear one channel, whose name has no version, and on
// it `[replica, topic, payload]`; anything else ends them. So while one of them has been heard of, everything is published
// there as well, in its words. They are known by their ids: a UUID of version 4, where those of this release have version 8,
// which publish there too. Goes with the next release.
import { randomUUID } from 'node:crypto';
import {
  checkMessage,
  parseParts,
  type BroadcastMessage,
  type Payloads,
  type Topic,
} from './parse-broadcast-message.js';

/** Milliseconds; a replica is heard of every ten seconds, and at once when it starts or asks. */
const forgottenAfter = 40_000;

/** Where the version of a UUID stands. */
const versionAt = 14;

export const previousChannel = 'words';

export function createReplicaId(): string {
  const id = randomUUID();
  return `${id.slice(0, versionAt)}8${id.slice(versionAt + 1)}`;
}

/** Of a topic that is not among these, that release knows nothing. */
const topics: Readonly<Partial<Record<Topic, string>>> = {
  'wake-up': 'wake',
  'session-ended': 'session-ended',
  'ephemeral-event': 'whisper',
  'presence-change': 'presence',
  'presence-list': 'presence-list',
  'presence-heartbeat': 'presence-beat',
  'presence-request': 'presence-ask',
  'presence-visibility': 'presence-show',
};
const topicOf = new Map(Object.entries(topics).map(([topic, word]) => [word, topic]));

/** What differs of the payloads: who is notified of an ephemeral event or of a presence stands in `to` there. */
const recipients: { readonly [T in Topic]?: string } = {
  'ephemeral-event': 'userIds',
  'presence-change': 'friendIds',
};

function renamed(payload: unknown, from: string, to: string): unknown {
  const { [from]: value, ...rest } = Object(payload) as Record<string, unknown>;
  return { ...rest, [to]: value };
}

/** `null` for what it would not understand. */
export function encodeForPrevious<T extends Topic>(
  fromReplica: string,
  topic: T,
  payload: Payloads[T],
): string | null {
  if (topics[topic] === undefined) return null;
  const field = recipients[topic];
  let said: unknown = payload;
  if (field !== undefined) said = renamed(payload, field, 'to');
  if (topic === 'ephemeral-event') said = renamed(said, 'event', 'whisper');
  return JSON.stringify([fromReplica, topics[topic], said]);
}

/** `null` for what is no message in the words of that release. */
export function parseOfPrevious(text: string): BroadcastMessage | null {
  const parts = parseParts(text);
  const topic = topicOf.get(String(parts?.[1])) as Topic | undefined;
  if (parts?.length !== 3 || topic === undefined) return null;
  const field = recipients[topic];
  let payload = parts[2];
  if (field !== undefined) payload = renamed(payload, 'to', field);
  if (topic === 'ephemeral-event') payload = renamed(payload, 'whisper', 'event');
  return checkMessage(parts[0], topic, payload);
}

export const isOfPrevious = ({ fromReplica }: BroadcastMessage) => fromReplica[versionAt] === '4';

export function createPreviousRelease(now = () => Date.now()) {
  let heardAt = -Infinity;
  return {
    hear: () => void (heardAt = now()),
    isHere: () => now() - heardAt < forgottenAfter,
  };
}
