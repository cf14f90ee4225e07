// What the share sheet of the device has brought, and files that were chosen in a conversation, on this device until they are sent or turned
// down (ADR 0087). Guarantees: it is of the
// person whose device it was when it came, or, on nobody's, of who signs in at the page that it has led to; it is bounded in count,
// bytes and time; nothing that comes takes the place of files that have a conversation.
//   waiting → taken   a conversation is chosen: the words are in its draft, the files in the list above its field
//           → gone    turned down · its time is over · what came later needs its place
//   taken   → gone    file by file: sent, or removed from the list · its time is over
//   all of it → gone  somebody signs out, or another person signs in; a session that ends by itself leaves it
import { deviceDatabase, ownerKey } from './device-database.js';
import { newId } from './new-id.js';

/** Their session may end by itself: then it waits for the same person. */
export const sharedPrefix = 'shared/';
const shareKey = (id: string) => `${sharedPrefix}share/${id}`;
const fileKey = (id: string, index: number) => `${sharedPrefix}file/${id}/${index}`;

interface KeptRecord {
  readonly key: string;
  /** When it goes, in milliseconds by the clock of this device. */
  readonly until: number;
}

export interface Share extends KeptRecord {
  readonly text: string;
  readonly files: readonly SharedFile[];
}

/** Its bytes are apart, so that nothing writes them a second time. */
interface SharedFile {
  readonly key: string;
  readonly name: string;
  readonly size: number;
}

interface KeptFile extends KeptRecord {
  readonly file: File;
}

/** Of one share: what the server takes with a message, by default. */
export const mostBytes = 256 * 1024 * 1024;
const mostBytesOfAll = 2 * mostBytes;
const mostWaiting = 8;
/** Milliseconds. Nobody's is shown to whoever comes, so it waits no longer than signing in takes. */
const [keptFor, nobodysKeptFor] = [24 * 60 * 60_000, 10 * 60_000];

const isFile = (one: Share | KeptFile): one is KeptFile => 'file' in one;
const isShare = (one: Share | KeptFile): one is Share => !isFile(one);
const isOver = ({ until }: KeptRecord) => until <= Date.now();
const bytesOf = (files: readonly { readonly size: number }[]) =>
  files.reduce((sum, { size }) => sum + size, 0);
const keysOf = (share: Share) => [share.key, ...share.files.map(({ key }) => key)];

async function readOwner(): Promise<string | undefined> {
  const [owner] = await deviceDatabase.read([ownerKey]);
  return owner as string | undefined;
}

/** Whether it is what was written here: another program, or a damaged database, may have left something else. */
function isWhole(one: unknown): one is Share | KeptFile {
  const { key, until, text, files, file } = Object(one) as Partial<Share & KeptFile>;
  if (typeof key !== 'string' || typeof until !== 'number') return false;
  if (file !== undefined) return typeof (Object(file) as Partial<File>).size === 'number';
  const isListed = ({ key, name, size }: Partial<SharedFile>) =>
    typeof key === 'string' && typeof name === 'string' && typeof size === 'number';
  return typeof text === 'string' && Array.isArray(files) && files.map(Object).every(isListed);
}

async function readAll(): Promise<readonly (Share | KeptFile)[]> {
  return (await deviceDatabase.all(sharedPrefix)).filter(isWhole);
}

const withoutKeys = (keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, undefined]));

/** Returns its id. Rejects where the browser keeps nothing, or has no room for it. */
export async function keepShare(text: string, files: readonly File[]): Promise<string> {
  const owner = await readOwner();
  const outdated = outdatedBy(bytesOf(files), await readAll());
  const until = Date.now() + (owner === undefined ? nobodysKeptFor : keptFor);
  const id = newId();
  const kept = files.map((file, index): KeptFile => ({ key: fileKey(id, index), until, file }));
  const listed = kept.map(({ key, file: { name, size } }) => ({ key, name, size }));
  const share: Share = { key: shareKey(id), until, text, files: listed };
  const records = Object.fromEntries([share, ...kept].map((one) => [one.key, one]));
  await write(owner, share.key, { ...withoutKeys(outdated), ...records });
  return id;
}

/** @param key of a record among the changes */
async function write(
  owner: string | undefined,
  key: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await deviceDatabase.change(owner, [], () => changes);
  // Somebody may have signed in or out meanwhile: then nothing is written.
  const [written] = await deviceDatabase.read([key]);
  if (written === undefined) throw new Error('not kept');
}

/** Keys of what is over, and of what has to go for so many bytes. Throws where that is not enough. */
function outdatedBy(bytes: number, all: readonly (Share | KeptFile)[]): string[] {
  const keys = all.filter(isOver).map(({ key }) => key);
  const rest = all.filter((one) => !isOver(one));
  const waiting = rest.filter(isShare).sort((a, b) => a.until - b.until);
  let sum = bytes + bytesOf(rest.filter(isFile).map(({ file }) => file));
  while (waiting.length >= mostWaiting || sum > mostBytesOfAll) {
    const oldest = waiting.shift();
    if (!oldest) throw new Error('no room');
    keys.push(...keysOf(oldest));
    sum -= bytesOf(oldest.files);
  }
  return keys;
}

/** What is nobody's goes to who has signed in. */
const isOf = (me: string, owner: string | undefined) => owner === undefined || owner === me;

/** Null: it is gone, or another person's. */
export const readShare = (me: string, id: string) => readByKey(me, shareKey(id));

/** Still, since it was read. */
export const isKept = async (me: string, { key }: Share) => (await readByKey(me, key)) !== null;

async function readByKey(me: string, key: string): Promise<Share | null> {
  const [owner, share] = await deviceDatabase.read([ownerKey, key]);
  if (!isOf(me, owner as string | undefined)) return null;
  return isWhole(share) && isShare(share) && !isOver(share) ? share : null;
}

/** Whether one waits for a conversation. Rejects where the browser does not say. */
export async function hasShares(me: string): Promise<boolean> {
  const all = await readAll();
  return isOf(me, await readOwner()) && all.some((one) => isShare(one) && !isOver(one));
}

/** Its files stay, by their keys. */
export const takeShare = (me: string, { key }: Share) => drop(me, [key]);

export const dropShare = (me: string, share: Share) => drop(me, keysOf(share));

/** By their keys; without those that are gone. Rejects where the browser does not say. */
export async function readFiles(
  me: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, File>> {
  const [owner, ...kept] = await deviceDatabase.read([ownerKey, ...keys]);
  const found = isOf(me, owner as string | undefined) ? kept.filter(isWhole).filter(isFile) : [];
  return new Map(found.map(({ key, file }) => [key, file]));
}

/** Of a record as the database has it; null where that is none of a file. */
export const bytesOfKept = (record: unknown): Blob | null =>
  isWhole(record) && isFile(record) ? record.file : null;

/** Of one that was chosen in the page itself, also before it is kept. */
export const chosenFileKey = (id: string) => fileKey(id, 0);

/** One that was chosen in the page itself; returns its key. Rejects where the browser does not keep it, or it has no room. */
export async function keepFile(me: string, id: string, file: File): Promise<string> {
  const files = (await readAll()).filter((one) => isFile(one) && !isOver(one)) as KeptFile[];
  const bytes = file.size + bytesOf(files.map((one) => one.file));
  // Nothing that waits goes for it: it is in the page as well.
  if (file.size > mostBytes || bytes > mostBytesOfAll) throw new Error('no room');
  const kept: KeptFile = { key: chosenFileKey(id), until: Date.now() + keptFor, file };
  await write(me, kept.key, { [kept.key]: kept });
  return kept.key;
}

export const dropFiles = (me: string, keys: readonly string[]) => drop(me, keys);

export async function dropOldShares(): Promise<void> {
  const old = (await readAll()).filter(isOver).map(({ key }) => key);
  if (old.length > 0) await drop(await readOwner(), old);
}

function drop(me: string | undefined, keys: readonly string[]): Promise<void> {
  // Denied: nothing is there.
  return deviceDatabase.change(me, [], () => withoutKeys(keys)).catch(() => {});
}
