// Files that somebody has chosen for a message and not sent yet, of each chat, for as long as the page is open.
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
  private readonly byChat = new Map<string, readonly ChosenFile[]>();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;

  readonly of = (chatId: string): readonly ChosenFile[] => this.byChat.get(chatId) ?? none;

  /** @param most bytes of a file; null: the server alone knows */
  async add(chatId: string, files: readonly File[], most: number | null): Promise<ChoiceFault[]> {
    const faults: ChoiceFault[] = [];
    for (const file of files) {
      const fault = await faultOf(file, most);
      if (fault) {
        faults.push({ fault, name: file.name });
        continue;
      }
      const chosen = { ...toChosen(file), picture: await measure(file) };
      // Others may have been chosen meanwhile.
      const before = this.of(chatId);
      if (before.length < mostFiles) this.put(chatId, [...before, chosen]);
      else faults.push({ fault: 'tooMany', name: file.name });
    }
    return faults;
  }

  describe(chatId: string, id: string, alt: string): void {
    const next = this.of(chatId).map((one) => (one.id === id ? { ...one, alt } : one));
    this.put(chatId, next);
  }

  remove(chatId: string, ids: readonly string[]): void {
    for (const { id, picture } of this.of(chatId))
      if (picture && ids.includes(id)) URL.revokeObjectURL(picture.url);
    const next = this.of(chatId).filter(({ id }) => !ids.includes(id));
    this.put(chatId, next);
  }

  private put(chatId: string, files: readonly ChosenFile[]): void {
    this.byChat.set(chatId, files);
    this.signal.changed();
  }
}

export const chosenFilesOf = perStore(() => new ChosenFiles());

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
