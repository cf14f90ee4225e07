// What replicas of release 0.1.0 publish and understand, as recorded from commit 715af0b. It does not change.
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
  Type.Tuple([id, Type.Literal(topic), payload]);

const message = Compile(
  Type.Union([
    word('wake', ids),
    word('session-ended', Type.String()),
    word('whisper', Type.Object({ to: ids, whisper: Type.Union([typing, presence]) })),
    word('presence', Type.Object({ userId: id, online: Type.Boolean(), to: ids })),
    word('presence-list', ids),
    word('presence-beat', Type.Null()),
    word('presence-ask', Type.Null()),
    word('presence-show', Type.Object({ userId: id, visible: Type.Boolean() })),
  ]),
);

export const isOfRelease01 = (text: string) => message.Check(JSON.parse(text));

/** The end of a replica of that release: what it hears, and what it does not understand. */
export function release01(redis: SharedRedis) {
  const replicaId = randomUUID();
  const heard: [topic: string, payload: unknown][] = [];
  const unknown: string[] = [];
  const { unsubscribe, deafSince } = redis.subscribe('release 0.1', 'of-release-0.1', {
    besides: [redis.unversionedName('words')],
    onMessage: (text) => {
      if (!isOfRelease01(text)) return unknown.push(text) > 0;
      const [, topic, payload] = JSON.parse(text) as [string, string, unknown];
      return heard.push([topic, payload]) > 0;
    },
  });
  return {
    heard,
    unknown,
    isReady: () => deafSince() === null && redis.commands.isReady(),
    publish: (topic: string, payload: unknown) =>
      redis.commands.run((client) =>
        client.publish(redis.unversionedName('words'), JSON.stringify([replicaId, topic, payload])),
      ),
    close: unsubscribe,
  };
}
