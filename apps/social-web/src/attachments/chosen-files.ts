// Files that somebody has chosen for a message and not sent yet, of each chat, in every tab. They are in the memory of the page at once, and
// kept on the device a moment later, like those that were shared to the chat (ADR 0087): a phone closes a page while its camera is open.
//   chosen → in the list   if it can be sent
//          → kept          unless the browser denies that, or there is no room
//   kept   → in the list   of another tab, or after another start
//          → of a message  sent in any tab; its bytes leave with the first that the message keeps of its own
//          → gone          removed in any tab · its time is over
import {
  notifyOfDraft,
  readDraftAlts,
  readDraftFiles,
  storeDraftAlt,
  storeDraftFiles,
} from '../api/kept-drafts.js';
import { chosenFileKey, dropFiles, keepFile, readFiles } from '../api/kept-shares.js';
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
  readonly keptKey?: string;
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

interface KeptFault extends ChoiceFault {
  readonly key: string;
}

const none: readonly ChosenFile[] = [];

export class ChosenFiles {
  private readonly me: string;
  private readonly byChat = new Map<string, readonly ChosenFile[]>();
  /** Keys of what is kept that this page has in a list. */
  private readonly taken = new Set<string>();
  /** One is written after the other, so that they stay in their order. */
  private keeping: Promise<unknown> = Promise.resolve();
  /** And read one after the other: a text would be in the list before the picture that was chosen before it. */
  private reading: Promise<unknown> = Promise.resolve();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;

  constructor(me: string) {
    this.me = me;
  }

  readonly of = (chatId: string): readonly ChosenFile[] => this.byChat.get(chatId) ?? none;

  /** In any chat of this page. */
  has(): boolean {
    return [...this.byChat.values()].some((files) => files.length > 0);
  }

  /** @param most bytes of a file; null: the server alone knows */
  async add(chatId: string, files: readonly File[], most: number | null): Promise<ChoiceFault[]> {
    const faults: ChoiceFault[] = [];
    for (const one of files.map(toChosen)) {
      const fault = await this.addOne(chatId, one, most);
      if (fault) faults.push({ fault, name: one.file.name });
      else this.keeping = this.keeping.then(() => this.keep(chatId, one)).catch(() => {});
    }
    return faults;
  }

  private async keep(chatId: string, { id, file }: ChosenFile): Promise<void> {
    const keptKey = await keepFile(this.me, id, file);
    this.taken.add(keptKey);
    const chosen = this.of(chatId).find((one) => one.id === id);
    // Sent or removed meanwhile.
    if (!chosen) return dropFiles(this.me, [keptKey]);
    if (chosen.alt !== '') storeDraftAlt(chatId, keptKey, chosen.alt);
    storeDraftFiles(chatId, [...readDraftFiles(chatId), keptKey]);
    this.change(chatId, id, { keptKey });
    notifyOfDraft();
  }

  /** Adds what is kept of the chat and not in its list, once. What does not fit goes, and is told. */
  async addKept(chatId: string, most: number | null): Promise<ChoiceFault[]> {
    const refused = await this.readInTurn(chatId, most);
    this.dropKept(
      chatId,
      refused.map(({ key }) => key),
    );
    return refused.map(({ fault, name }) => ({ fault, name }));
  }

  private readInTurn(chatId: string, most: number | null): Promise<readonly KeptFault[]> {
    const reading = this.reading.then(() => this.addNewlyKept(chatId, most));
    this.reading = reading.catch(() => {});
    return reading;
  }

  private async addNewlyKept(chatId: string, most: number | null): Promise<readonly KeptFault[]> {
    const keys = readDraftFiles(chatId).filter((key) => !this.taken.has(key));
    if (keys.length === 0) return [];
    for (const key of keys) this.taken.add(key);
    const files = await readFiles(this.me, keys).catch(() => null);
    if (!files) {
      // They are there still, for the next time.
      for (const key of keys) this.taken.delete(key);
      return [];
    }
    const refused = [];
    const alts = readDraftAlts(chatId);
    for (const [key, file] of files) {
      const one = { ...toChosen(file), keptKey: key, alt: alts.get(key) ?? '' };
      const fault = await this.addOne(chatId, one, most);
      if (fault) refused.push({ fault, name: file.name, key });
    }
    this.dropKept(
      chatId,
      keys.filter((key) => !files.has(key)),
    );
    // One may have been sent or removed elsewhere while it was read.
    this.leaveGone(chatId);
    return refused;
  }

  /** The list is as another tab has made it, which says what does not fit. */
  followOthers(chatId: string, most: number | null): void {
    this.leaveGone(chatId);
    void this.readInTurn(chatId, most);
  }

  /** What another tab has sent or removed leaves the list of this one, and pictures have the words that it has written. */
  private leaveGone(chatId: string): void {
    const [left, alts] = [readDraftFiles(chatId), readDraftAlts(chatId)];
    const gone: string[] = [];
    for (const { id, keptKey, alt } of this.of(chatId)) {
      if (keptKey === undefined) continue;
      const written = alts.get(keptKey) ?? '';
      if (!left.includes(keptKey)) gone.push(id);
      else if (written !== alt) this.change(chatId, id, { alt: written });
    }
    // Their bytes are a matter of that tab, which may be sending them.
    if (gone.length > 0) this.unlist(chatId, gone);
  }

  private async addOne(chatId: string, one: ChosenFile, most: number | null) {
    const fault = await faultOf(one.file, most);
    if (fault) return fault;
    const chosen = { ...one, picture: await measure(one.file) };
    // Others may have been chosen meanwhile.
    const before = this.of(chatId);
    if (before.length >= mostFiles) {
      forgetUrl(chosen);
      return 'tooMany';
    }
    this.put(chatId, [...before, chosen]);
    return null;
  }

  describe(chatId: string, id: string, alt: string): void {
    const keptKey = this.of(chatId).find((one) => one.id === id)?.keptKey;
    if (keptKey !== undefined) storeDraftAlt(chatId, keptKey, alt);
    this.change(chatId, id, { alt });
  }

  private change(
    chatId: string,
    id: string,
    part: Pick<ChosenFile, 'alt'> | Pick<ChosenFile, 'keptKey'>,
  ) {
    const next = this.of(chatId).map((one) => (one.id === id ? { ...one, ...part } : one));
    this.put(chatId, next);
  }

  remove(chatId: string, ids: readonly string[]): void {
    this.dropKept(chatId, this.unlist(chatId, ids));
  }

  /** Returns the keys under which the device keeps them. */
  private unlist(chatId: string, ids: readonly string[]): readonly string[] {
    const removed = this.of(chatId).filter(({ id }) => ids.includes(id));
    removed.forEach(forgetUrl);
    const next = this.of(chatId).filter(({ id }) => !ids.includes(id));
    this.put(chatId, next);
    return removed.flatMap(({ keptKey }) => keptKey ?? []);
  }

  /** For a message. Returns those that no other tab has sent or removed; it may be known here a moment later. */
  take(chatId: string, files: readonly ChosenFile[]): readonly ChosenFile[] {
    const left = readDraftFiles(chatId);
    const taken = files.filter(({ keptKey }) => keptKey === undefined || left.includes(keptKey));
    const keys = this.unlist(
      chatId,
      files.map(({ id }) => id),
    );
    this.leaveDraft(chatId, keys);
    return taken;
  }

  private dropKept(chatId: string, keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.leaveDraft(chatId, keys);
    void dropFiles(this.me, keys);
  }

  private leaveDraft(chatId: string, keys: readonly string[]): void {
    if (keys.length === 0) return;
    const left = readDraftFiles(chatId).filter((key) => !keys.includes(key));
    storeDraftFiles(chatId, left);
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

function forgetUrl({ picture }: ChosenFile): void {
  if (picture) URL.revokeObjectURL(picture.url);
}

/** As it waits in the queue. */
export function toQueuedFile({ id, file, alt, picture, keptKey }: ChosenFile): QueuedFile {
  return {
    ...{ id, name: file.name, alt: alt.trim(), type: file.type, size: file.size },
    ...{ width: picture?.width ?? null, height: picture?.height ?? null },
    // It may be on its way to the device still, and be there when this page is gone.
    chosenKey: keptKey ?? chosenFileKey(id),
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
