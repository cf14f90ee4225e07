import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Of the messages below. Raise it when a replica of before could misunderstand what this one publishes. */
const version = 1;

/** Characters; a longer message is not ours. */
const longest = 16 * 1024 * 1024;

const id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const ids = Type.Unsafe<readonly string[]>(Type.Array(id));
const noPayload = Type.Null();
const typing = Type.Object({
  type: Type.Literal('typing'),
  chatId: Type.String({ maxLength: 100 }),
  userId: id,
  typing: Type.Boolean(),
});
const presence = Type.Object({
  type: Type.Literal('presence'),
  userId: id,
  online: Type.Boolean(),
});

/** What replicas say to each other, by topic. */
const payloads = {
  'wake-up': ids,
  'session-ended': Type.String({ minLength: 1, maxLength: 128 }),
  'ephemeral-event': Type.Object({ userIds: ids, event: Type.Union([typing, presence]) }),
  /** `friendIds` is sent to replicas of the release before alone, which notify nobody else. */
  'presence-change': Type.Object({
    userId: id,
    online: Type.Boolean(),
    friendIds: Type.Optional(ids),
  }),
  'presence-list': ids,
  'presence-heartbeat': noPayload,
  'presence-request': noPayload,
  'presence-visibility': Type.Object({ userId: id, visible: Type.Boolean() }),
  /** Of this user the name or the handle is another one. */
  'person-change': id,
};

export type Topic = keyof typeof payloads;
export type Payloads = { [Name in Topic]: Static<(typeof payloads)[Name]> };

type Split<T extends Topic> = (payload: Payloads[T]) => (readonly [string, Payloads[T]])[];

/** What is for users, and the part of each. Everything else is for all replicas. */
export const perUser: { readonly [T in Topic]?: Split<T> } = {
  'wake-up': (userIds) => userIds.map((userId) => [userId, [userId]]),
  'ephemeral-event': ({ userIds, event }) =>
    userIds.map((userId) => [userId, { userIds: [userId], event }]),
};

const checks = new Map<unknown, { Check(value: unknown): boolean }>(
  Object.entries(payloads).map(([topic, schema]) => [topic, Compile(schema)]),
);
const isId = Compile(id);

export interface BroadcastMessage {
  readonly fromReplica: string;
  readonly topic: Topic;
  readonly payload: Payloads[Topic];
}

export function encodeMessage({ fromReplica, topic, payload }: BroadcastMessage): string {
  const own =
    topic === 'presence-change'
      ? { ...(payload as Payloads['presence-change']), friendIds: undefined }
      : payload;
  return JSON.stringify([version, fromReplica, topic, own]);
}

/** `null` when a replica of this version would not publish such a message. */
export function checkMessage(
  fromReplica: unknown,
  topic: unknown,
  payload: unknown,
): BroadcastMessage | null {
  if (!isId.Check(fromReplica) || !checks.get(topic)?.Check(payload)) return null;
  return { fromReplica, topic, payload } as BroadcastMessage;
}

/** The elements of a message; `null` for what is no array in JSON. */
export function parseParts(text: string): readonly unknown[] | null {
  const parts = text.length > longest ? null : parseJson(text);
  return Array.isArray(parts) ? (parts as unknown[]) : null;
}

/** `null` for what no replica of this version publishes: another one's, or anybody's who may write to Redis. */
export function parseMessage(text: string): BroadcastMessage | null {
  const parts = parseParts(text);
  if (parts?.length !== 4 || parts[0] !== version) return null;
  return checkMessage(...(parts.slice(1) as [unknown, unknown, unknown]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
