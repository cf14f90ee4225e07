// What replicas of release 0.1 publish and understand, as recorded from commit 24f4002. It does not change.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SharedRedis } from '@triptych/redis';

const id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const ids = Type.Array(id);
const typing = Type.Object({
  type: Type.Literal('typing'),
  chatId: Type.String(),
  userId: id,
  typing: Type.Boolean(),
});
const presence = Type.Object({
  type: Type.Literal('presence'),
  userId: id,
  online: Type.Boolean(),
});
const word = <T extends Type.TSchema>(topic: string, payload: T) =>
  Type.Tuple([Type.Literal(1), id, Type.Literal(topic), payload]);

const message = Compile(
  Type.Union([
    word('wake-up', ids),
    word('session-ended', Type.String()),
    word('ephemeral-event', Type.Object({ userIds: ids, event: Type.Union([typing, presence]) })),
    word('presence-change', Type.Object({ userId: id, online: Type.Boolean(), friendIds: ids })),
    word('presence-list', ids),
    word('presence-heartbeat', Type.Null()),
    word('presence-request', Type.Null()),
    word('presence-visibility', Type.Object({ userId: id, visible: Type.Boolean() })),
  ]),
);

export const isOfRelease01 = (text: string) => message.Check(JSON.parse(text));

/** The end of a replica of that release: what it hears, and what it does not understand. */
export function release01(redis: SharedRedis) {
  const replicaId = randomUUID();
  const heard: [topic: string, payload: unknown][] = [];
  const unknown: string[] = [];
  const { unsubscribe, deafSince } = redis.subscribe('release 0.1', 'broadcast', {
    onMessage: (text) => {
      if (!isOfRelease01(text)) return unknown.push(text) > 0;
      const [, , topic, payload] = JSON.parse(text) as [1, string, string, unknown];
      return heard.push([topic, payload]) > 0;
    },
  });
  return {
    heard,
    unknown,
    isReady: () => deafSince() === null && redis.commands.isReady(),
    publish: (topic: string, payload: unknown) =>
      redis.commands.run((client) =>
        client.publish(redis.name('broadcast'), JSON.stringify([1, replicaId, topic, payload])),
      ),
    close: unsubscribe,
  };
}
