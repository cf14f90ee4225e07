// Files that somebody has chosen for a message and not sent yet, of each chat, for as long as the page is open; those that were shared
// to the chat (ADR 0087) also after another start.
import { readDraftFiles, storeDraftFiles } from '../api/kept-drafts.js';
import { dropSharedFiles, readSharedFiles } from '../api/kept-shares.js';
import { newId } from '../api/new-id.js';
import { ChangeSignal } from '../store/change-signal.js';
import { perStore } from '../store/per-store.js';
import type { QueuedFile } from '../store/queue-model.js';

export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly alt: string;
  /** Pixels; null: this browser shows it as no picture. */
  readonly picture: ChosenPicture | null;
  /** Under which this device keeps it, until it is sent or removed. */
  readonly sharedKey?: string;
}

export interface ChosenPicture {
  readonly width: number;
  readonly height: number;
  /** Under which this page finds it. */
  readonly url: string;
}

/** Of a message, at the server. */
export const mostFiles = 10;

/** Why a file is not taken; the server would refuse it. */
export interface ChoiceFault {
  readonly fault: 'tooLarge' | 'empty' | 'unreadable' | 'tooMany';
  readonly name: string;
}

const none: readonly ChosenFile[] = [];

export class ChosenFiles {
  private readonly me: string;
  private readonly byChat = new Map<string, readonly ChosenFile[]>();
  /** Of files that were shared: what this page has taken into a list. */
  private readonly taken = new Set<string>();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;

  constructor(me: string) {
    this.me = me;
  }

  readonly of = (chatId: string): readonly ChosenFile[] => this.byChat.get(chatId) ?? none;

  /** @param most bytes of a file; null: the server alone knows */
  async add(chatId: string, files: readonly File[], most: number | null): Promise<ChoiceFault[]> {
    const faults: ChoiceFault[] = [];
    for (const file of files) {
      const fault = await this.addOne(chatId, toChosen(file), most);
      if (fault) faults.push({ fault, name: file.name });
    }
    return faults;
  }

  /** Adds what was shared to the chat, once. */
  async addShared(chatId: string, most: number | null): Promise<ChoiceFault[]> {
    const keys = readDraftFiles(chatId).filter((key) => !this.taken.has(key));
    if (keys.length === 0) return [];
    for (const key of keys) this.taken.add(key);
    const files = await readSharedFiles(this.me, keys).catch(() => null);
    if (!files) {
      // They are there still, for the next time.
      for (const key of keys) this.taken.delete(key);
      return [];
    }
    const faults: ChoiceFault[] = [];
    for (const [sharedKey, file] of files) {
      const fault = await this.addOne(chatId, { ...toChosen(file), sharedKey }, most);
      if (!fault) continue;
      faults.push({ fault, name: file.name });
      this.dropShared(chatId, [sharedKey]);
    }
    this.dropShared(
      chatId,
      keys.filter((key) => !files.has(key)),
    );
    return faults;
  }

  /** What another tab has sent or removed leaves the list of this one. */
  removeShared(chatId: string): void {
    const left = readDraftFiles(chatId);
    const isGone = ({ sharedKey }: ChosenFile) =>
      sharedKey !== undefined && !left.includes(sharedKey);
    const gone = this.of(chatId).filter(isGone);
    if (gone.length > 0)
      this.remove(
        chatId,
        gone.map(({ id }) => id),
      );
  }

  private async addOne(chatId: string, one: ChosenFile, most: number | null) {
    const fault = await faultOf(one.file, most);
    if (fault) return fault;
    const chosen = { ...one, picture: await measure(one.file) };
    // Others may have been chosen meanwhile.
    const before = this.of(chatId);
    if (before.length >= mostFiles) return 'tooMany';
    this.put(chatId, [...before, chosen]);
    return null;
  }

  describe(chatId: string, id: string, alt: string): void {
    const next = this.of(chatId).map((one) => (one.id === id ? { ...one, alt } : one));
    this.put(chatId, next);
  }

  remove(chatId: string, ids: readonly string[]): void {
    const removed = this.of(chatId).filter(({ id }) => ids.includes(id));
    for (const { picture } of removed) if (picture) URL.revokeObjectURL(picture.url);
    this.dropShared(
      chatId,
      removed.map(({ sharedKey }) => sharedKey).filter((key) => key !== undefined),
    );
    const next = this.of(chatId).filter(({ id }) => !ids.includes(id));
    this.put(chatId, next);
  }

  private dropShared(chatId: string, keys: readonly string[]): void {
    if (keys.length === 0) return;
    storeDraftFiles(
      chatId,
      readDraftFiles(chatId).filter((key) => !keys.includes(key)),
    );
    void dropSharedFiles(this.me, keys);
  }

  private put(chatId: string, files: readonly ChosenFile[]): void {
    this.byChat.set(chatId, files);
    this.signal.changed();
  }
}

export const chosenFilesOf = perStore(({ me }) => new ChosenFiles(me));

/** As one that is no picture. */
export function toChosen(file: File): ChosenFile {
  return { id: newId(), file, alt: '', picture: null };
}

/** As it waits in the queue. */
export function toQueuedFile({ id, file, alt, picture }: ChosenFile): QueuedFile {
  return {
    ...{ id, name: file.name, alt: alt.trim(), type: file.type, size: file.size },
    ...{ width: picture?.width ?? null, height: picture?.height ?? null },
  };
}

async function faultOf(file: File, most: number | null): Promise<ChoiceFault['fault'] | null> {
  if (most !== null && file.size > most) return 'tooLarge';
  // A folder looks like a file until it is read.
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);
  if (!isReadable) return 'unreadable';
  return file.size === 0 ? 'empty' : null;
}

/** What the server draws as a picture; another picture is a file like any other. */
const pictureTypes = /^image\/(?:jpeg|png|webp|gif)$/;

async function measure(file: File): Promise<ChosenFile['picture']> {
  if (!pictureTypes.test(file.type)) return null;
  const url = URL.createObjectURL(file);
  const image = document.createElement('img');
  image.src = url;
  try {
    await image.decode();
    return { url, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
}
