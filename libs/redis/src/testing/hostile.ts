import type { Redis } from 'ioredis';

/** What somebody else may write on a channel of ours, also made from `valid`, a message as a replica sends it. */
export function hostileMessages(valid: string): (string | Buffer)[] {
  const words = ['', ' ', 'hello', 'null', 'true', '0', '-1e999', '"x"', '[]', '{}', '[[]]', '\0'];
  const shapes = [
    ...['["x","wake",null]', '[null,null,null]', '["x","error",{}]', '["x","wake-up",["error"]]'],
    ...[
      '[1,"x","wake-up",null]',
      '[99,"x","wake-up",[]]',
      '{"__proto__":{"then":1}}',
      '[1,2,3,4,5]',
    ],
    ...['["x","presence-change",{"userId":1}]', '["__proto__","constructor",[]]'],
  ];
  const cuts = [1, 2, 3, 5, 8, 13].map((part) =>
    valid.slice(0, Math.floor(valid.length / part) - 1),
  );
  const values = ['null', '7', '"x"', '[]', '{}', '[null]', '{"toString":1}'];
  // Each value of the message in turn is another.
  const mutated = [...valid.matchAll(/"[^"]*"|\d+|null|true|false/g)].flatMap(
    ({ index, 0: part }) =>
      values.map((value) => valid.slice(0, index) + value + valid.slice(index + part.length)),
  );
  const large = [
    '['.repeat(20_000),
    `"${'x'.repeat(1_000_000)}"`,
    `${valid}${' '.repeat(100_000)}x`,
  ];
  const bytes = [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(valid).subarray(1)];
  return [...words, ...shapes, ...cuts, ...mutated, ...large, ...bytes];
}

/** What somebody else may keep under a key of ours: each function puts one thing there. */
export const hostileValues: Readonly<Record<string, (redis: Redis, key: string) => unknown>> = {
  'a word': (redis, key) => redis.set(key, 'hello'),
  nothing: (redis, key) => redis.set(key, ''),
  'a negative number': (redis, key) => redis.set(key, '-9007199254740993'),
  'a number of many digits': (redis, key) => redis.set(key, '9'.repeat(40)),
  'no number': (redis, key) => redis.set(key, 'nan'),
  infinity: (redis, key) => redis.set(key, 'inf'),
  'half of JSON': (redis, key) => redis.set(key, '{"found":'),
  bytes: (redis, key) => redis.set(key, Buffer.from([0xff, 0x0a, 0x00])),
  'a large value': (redis, key) => redis.set(key, Buffer.alloc(5_000_000)),
  'a list': (redis, key) => redis.rpush(key, 'a', 'b'),
  'a hash': (redis, key) => redis.hset(key, 'a', 'b'),
  'a set': (redis, key) => redis.sadd(key, 'a'),
  'a sorted set': (redis, key) => redis.zadd(key, 1, 'a'),
  'a stream': (redis, key) => redis.xadd(key, '*', 'a', 'b'),
};
