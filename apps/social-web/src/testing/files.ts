// Files that a page makes for itself, and keeps at the server.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { keptKeys } from './kept.js';

export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Bytes as base64, which a page takes. */
const base64 = (bytes: Buffer) => bytes.toString('base64');

export interface GivenFile {
  readonly name?: string;
  readonly alt?: string;
  readonly bytes: Buffer;
}

/** A picture as the browser encodes it, with a gradient, so that it is no single colour. */
export async function drawPicture(
  page: Page,
  [width, height]: readonly [number, number],
  type = 'image/png',
): Promise<Buffer> {
  const encoded = await page.evaluate(
    ([wide, high, mime]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const context = canvas.getContext('2d')!;
      const gradient = context.createLinearGradient(0, 0, wide, high);
      gradient.addColorStop(0, 'teal');
      gradient.addColorStop(1, 'orange');
      context.fillStyle = gradient;
      context.fillRect(0, 0, wide, high);
      return canvas.toDataURL(mime).split(',')[1]!;
    },
    [width, height, type] as const,
  );
  return Buffer.from(encoded, 'base64');
}

/** A second of silence. */
export function silence(): Buffer {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  return Buffer.concat([header, Buffer.alloc(rate, 128)]);
}

/** Sends a message with files past the page's own queue, as another client would. */
export async function sendFiles(
  page: Page,
  chatId: string,
  files: readonly GivenFile[],
  text = '',
): Promise<void> {
  const given = files.map(({ bytes, ...words }) => ({ ...words, bytes: base64(bytes) }));
  await page.evaluate(
    async ([chat, all, words]) => {
      const attachments: string[] = [];
      for (const { bytes, ...query } of all) {
        const path = `/api/attachments?${new URLSearchParams(query)}`;
        const body = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
        const headers = { 'content-type': 'application/octet-stream' };
        const reply = await fetch(path, { method: 'POST', headers, body });
        attachments.push(((await reply.json()) as { id: string }).id);
      }
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ chatId: chat, text: words, attachments });
      const reply = await fetch('/api/message/send', { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(await reply.text());
    },
    [chatId, given, text] as const,
  );
}

/** Resolves once this browser keeps so many files that wait to be sent: a page that goes before has written a part of them. */
export async function areKept(page: Page, count: number): Promise<void> {
  while ((await keptKeys(page, 'file/')).length !== count) await pause(50);
}
