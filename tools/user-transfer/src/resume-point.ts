import { open } from 'node:fs/promises';

const longestLine = 128 * 1024;

/**
 * Cuts a half line off the end of an export that broke off, and tells the e-mail it ended with; undefined: there is
 * no whole line in it.
 */
export async function resumePoint(path: string): Promise<string | undefined> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - longestLine);
    const tail = Buffer.alloc(size - from);
    await file.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf(0x0a);
    await file.truncate(from + end + 1);
    if (end === -1) return undefined;
    const start = end === 0 ? 0 : tail.lastIndexOf(0x0a, end - 1) + 1;
    return (JSON.parse(tail.toString('utf8', start, end)) as { Email: string }).Email;
  } finally {
    await file.close();
  }
}
