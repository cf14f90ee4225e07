import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { checksum } from './checksum.js';
import type { Snapshot, VoidUntil } from './snapshot.js';

// An object is a line of text (what it is, version, checksum, JSON), then bytes. Snapshots live for years: whoever changes the
// version, or what the body of a post holds, still has to read what this one wrote.

const snapshotMark = 'triptych-snapshot 1';
const voidMark = 'triptych-void 1';
const [newline, longestHead] = [0x0a, 64 * 1024];

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Time = Type.Integer({ minimum: 0 });
const Bytes = Type.Integer({ minimum: 0 });

const SnapshotHead = Type.Object({
  key: text(4096),
  takenAt: Time,
  post: Type.Object({ about: text(128), bytes: Bytes }),
  pictures: Type.Array(
    Type.Object({ place: text(256), from: text(64), about: text(128), bytes: Bytes }),
    { maxItems: 200 },
  ),
});
const VoidHead = Type.Object({ until: Time });

const isSnapshotHead = Compile(SnapshotHead);
const isVoidHead = Compile(VoidHead);

export function encodeSnapshot({ key, takenAt, post, pictures }: Snapshot): Buffer {
  const head: Static<typeof SnapshotHead> = {
    key,
    takenAt,
    post: { about: post.about, bytes: post.body.length },
    pictures: pictures.map(({ place, from, about, body }) => {
      return { place, from, about, bytes: body.length };
    }),
  };
  const body = Buffer.concat([post.body, ...pictures.map((picture) => picture.body)]);
  return encode(snapshotMark, head, body);
}

/** `null` for what this service did not write as this snapshot, or what is not whole. */
export function decodeSnapshot(value: Buffer): Snapshot | null {
  const [head, body] = decode(snapshotMark, isSnapshotHead, value) ?? [];
  if (!head || !body) return null;
  const { key, takenAt, post, pictures } = head;
  const pieces = cut(body, [post.bytes, ...pictures.map(({ bytes }) => bytes)]);
  if (pieces === null) return null;
  const [first = body, ...rest] = pieces;
  return {
    key,
    takenAt,
    post: { about: post.about, body: first },
    pictures: pictures.map(({ place, from, about }, at) => {
      return { place, from, about, body: rest[at] ?? first };
    }),
  };
}

export function encodeVoid(until: VoidUntil): Buffer {
  return encode(voidMark, { until }, Buffer.alloc(0));
}

/** What makes no sense voids all the same: better nothing is shown than what somebody erased. */
export function decodeVoid(value: Buffer): VoidUntil {
  const [head] = decode(voidMark, isVoidHead, value) ?? [];
  return head?.until ?? Infinity;
}

function encode(mark: string, head: object, body: Buffer): Buffer {
  const json = JSON.stringify(head);
  return Buffer.concat([Buffer.from(`${mark} ${checksum(mark, json, body)} ${json}\n`), body]);
}

function decode<T>(
  mark: string,
  head: { Check(value: unknown): value is T },
  value: Buffer,
): [T, Buffer] | null {
  const end = value.subarray(0, longestHead).indexOf(newline);
  const line = value.subarray(0, Math.max(0, end)).toString();
  if (!line.startsWith(`${mark} `)) return null;
  const [, sum, json] = /^ ([\w-]{43}) (\{.*\})$/.exec(line.slice(mark.length)) ?? [];
  const body = value.subarray(end + 1);
  if (json === undefined || checksum(mark, json, body) !== sum) return null;
  const parsed = parse(json);
  return head.Check(parsed) ? [parsed, body] : null;
}

/** `null` unless the pieces are all there is. */
function cut(body: Buffer, lengths: readonly number[]): Buffer[] | null {
  let at = 0;
  const pieces = lengths.map((length) => body.subarray(at, (at += length)));
  return at === body.length ? pieces : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
