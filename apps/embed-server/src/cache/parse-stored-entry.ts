import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CacheEntry } from './cache-store.port.js';

/**
 * Part of every key. Raise it whenever the line below, or what a source or mapping puts into a body, changes so that
 * a server of before could not read it, or this one not what that one wrote.
 */
export const shapeVersion = 3;

/** Digits at the start of a value: when it was stored. Texts of one length compare like numbers. */
export const stampLength = 15;

const Head = Compile(
  Type.Object({
    // `null`: there is nothing.
    about: Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Null()]),
    storedAt: Type.Integer({ minimum: 0 }),
    freshUntil: Type.Integer({ minimum: 0 }),
    keepUntil: Type.Integer({ minimum: 0 }),
  }),
);

const [newline, longestHead] = [0x0a, 512];

/** A line of text (stamp, checksum, JSON), then the bytes as they are. */
export function encodeEntry(key: string, { found, ...times }: CacheEntry): Buffer {
  const { storedAt, freshUntil, keepUntil } = times;
  const head = JSON.stringify({ about: found?.about ?? null, storedAt, freshUntil, keepUntil });
  const body = found?.body ?? Buffer.alloc(0);
  const stamp = String(storedAt).padStart(stampLength, '0');
  return Buffer.concat([Buffer.from(`${stamp} ${checksum(key, head, body)} ${head}\n`), body]);
}

/** `null` for what this server did not write under this key, or what did not arrive whole. */
export function decodeEntry(key: string, value: Buffer): CacheEntry | null {
  const end = value.subarray(0, longestHead).indexOf(newline);
  const line = /^(\d{15}) ([0-9a-f]{8}) (\{.*\})$/.exec(value.subarray(0, end).toString());
  const [, stamp, sum, json] = line ?? [];
  if (end === -1 || sum === undefined || json === undefined) return null;
  const body = value.subarray(end + 1);
  if (checksum(key, json, body) !== sum) return null;
  const head = parse(json);
  if (!Head.Check(head) || head.storedAt !== Number(stamp)) return null;
  const { about, ...times } = head;
  if (about === null) return body.length === 0 ? { found: null, ...times } : null;
  return { found: { about, body }, ...times };
}

// Of the key too, so that a value is valid under its own key alone.
function checksum(key: string, head: string, body: Buffer): string {
  return crc32(body, crc32(`${key}\n${head}\n`))
    .toString(16)
    .padStart(8, '0');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
