// The bytes of files that wait to be sent, on this device until the server has their message (ADR 0083). Guarantees: whichever tab sends
// it finds them, also after another start; with a message that is sent or discarded they go, and with everything else at sign-out.
//   in memory → on the device   written as soon as their message is queued; in the same step they leave the files that were chosen
//             → among those     the page was gone before that: there they are found
//             → in memory       the browser denies it, or has no space left: whoever asked for it is told
import { deviceDatabase, type DeviceDatabase } from './device-database.js';
import { bytesOfKept } from './kept-shares.js';

/** Their session may end by itself: then they wait for the same person. */
export const filePrefix = 'file/';
const prefixOf = (messageId: string) => `${filePrefix}${messageId}/`;

/** A file of a message that waits. */
export interface WaitingFile {
  readonly id: string;
  /** Under which the device kept it when it was chosen. */
  readonly chosenKey?: string | undefined;
}

interface KeptFile {
  readonly key: string;
  readonly bytes: Blob;
  /** When it was written, in milliseconds. */
  readonly at: number;
}

/** What belongs to no message was written by a tab that has not queued it yet, or was closed before it could. Milliseconds. */
const leftAfter = 60 * 60_000;

const chosenKeysOf = (files: readonly WaitingFile[]) =>
  files.flatMap(({ chosenKey }) => chosenKey ?? []);

const withoutChosen = (files: readonly WaitingFile[]) =>
  Object.fromEntries(chosenKeysOf(files).map((key) => [key, undefined]));

export type UnsentFiles = ReturnType<typeof createUnsentFiles>;

export function createUnsentFiles(me: string, database: DeviceDatabase = deviceDatabase) {
  const inMemory = new Map<string, Blob>();
  const keyOf = (messageId: string, fileId: string) => prefixOf(messageId) + fileId;

  async function dropKeys(keys: readonly string[]): Promise<void> {
    for (const key of keys) inMemory.delete(key);
    const removed = Object.fromEntries(keys.map((key) => [key, undefined]));
    // Denied: nothing is there.
    await database.change(me, [], () => removed).catch(() => {});
  }

  return {
    /** Whether they are still there after this page was closed. */
    async keep(
      messageId: string,
      files: readonly (WaitingFile & { readonly bytes: Blob })[],
    ): Promise<boolean> {
      const at = Date.now();
      const records: Record<string, KeptFile> = {};
      for (const { id, bytes } of files) {
        const key = keyOf(messageId, id);
        inMemory.set(key, bytes);
        records[key] = { key, bytes, at };
      }
      const keys = Object.keys(records);
      try {
        await database.change(me, [], () => ({ ...records, ...withoutChosen(files) }), 'strict');
        // Of somebody else's database nothing is written, which is no fault.
        const written = await database.read(keys);
        if (written.some((one) => one === undefined)) return false;
      } catch {
        return false;
      }
      for (const key of keys) inMemory.delete(key);
      return true;
    },
    /**
     * Null: a browser that is short of space has dropped it, or it was in the memory of a tab that is closed. Rejects where the database
     * does not say.
     */
    async read(messageId: string, { id, chosenKey }: WaitingFile): Promise<Blob | null> {
      const key = keyOf(messageId, id);
      const names = chosenKey === undefined ? [key] : [key, chosenKey];
      const [kept, chosen] = await database.read(names).catch((error: unknown) => {
        if (inMemory.has(key)) return [];
        throw error;
      });
      return (kept as KeptFile | undefined)?.bytes ?? inMemory.get(key) ?? bytesOfKept(chosen);
    },
    drop: (messageId: string, files: readonly WaitingFile[]) =>
      dropKeys([...files.map(({ id }) => keyOf(messageId, id)), ...chosenKeysOf(files)]),
    /** Takes over those that a page has left among the files that were chosen. */
    async takeChosen(messageId: string, files: readonly WaitingFile[]): Promise<void> {
      const left = files.filter(({ chosenKey }) => chosenKey !== undefined);
      if (left.length === 0) return;
      const moved = (found: readonly unknown[]) => {
        const records = left.flatMap(({ id }, index) => {
          const [key, bytes] = [keyOf(messageId, id), bytesOfKept(found[index])];
          return bytes ? [[key, { key, bytes, at: Date.now() }] as const] : [];
        });
        return records.length === 0
          ? null
          : { ...Object.fromEntries(records), ...withoutChosen(left) };
      };
      // Denied: nothing is there.
      await database.change(me, chosenKeysOf(left), moved).catch(() => {});
    },
    /** Drops what belongs to none of these messages, unless it may be about to be queued. */
    async dropLeft(messageIds: readonly string[]): Promise<void> {
      const kept = (await database.all(filePrefix).catch(() => [])) as readonly KeptFile[];
      const isLeft = ({ key, at }: KeptFile) =>
        at < Date.now() - leftAfter && !messageIds.some((id) => key.startsWith(prefixOf(id)));
      const left = kept.filter(isLeft).map(({ key }) => key);
      if (left.length > 0) await dropKeys(left);
    },
  };
}
