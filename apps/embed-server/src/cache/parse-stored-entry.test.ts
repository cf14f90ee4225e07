import { decodeEntry, encodeEntry } from './parse-stored-entry.js';

const times = {
  storedAt: 1_700_000_000_000,
  freshUntil: 1_700_000_300_000,
  keepUntil: 1_700_086_400_000,
};
const found = { about: 'image/png', body: Buffer.from('\n\0{"a":1}\n\xff', 'latin1') };
const value = encodeEntry('image:a', { found, ...times });

it('reads what it wrote', () => {
  expect(decodeEntry('image:a', value)).toEqual({ found, ...times });
  const absent = { found: null, ...times };
  expect(decodeEntry('tweet:1', encodeEntry('tweet:1', absent))).toEqual(absent);
  const empty = { found: { about: 'x', body: Buffer.alloc(0) }, ...times };
  expect(decodeEntry('tweet:1', encodeEntry('tweet:1', empty))).toEqual(empty);
});

it('rejects the value of another key', () => {
  expect(decodeEntry('image:b', value)).toBeNull();
});

it('rejects a value of which a byte is wrong, missing or too many', () => {
  for (let at = 0; at < value.length; at += 1) {
    const wrong = Buffer.from(value);
    wrong[at] = (wrong[at] as number) ^ 1;
    expect([at, decodeEntry('image:a', wrong)]).toEqual([at, null]);
    expect(decodeEntry('image:a', value.subarray(0, at))).toBeNull();
  }
  expect(decodeEntry('image:a', Buffer.concat([value, Buffer.from('x')]))).toBeNull();
});

it.each(['', '\n', 'hello', '{}', '[]\n', `${'9'.repeat(15)} 00000000 {}\n`, '\0'.repeat(600)])(
  'takes no foreign value: %j',
  (text) => {
    expect(decodeEntry('image:a', Buffer.from(text))).toBeNull();
  },
);
