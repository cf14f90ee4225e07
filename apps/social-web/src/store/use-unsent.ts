import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { createUnsentFiles, type UnsentFiles, type WaitingFile } from '../api/unsent-files.js';
import { discardAttachment, endUpload } from '../api/upload.js';
import { filesOf, type SentMessage } from './queue-model.js';
import type { Queue } from './queue.js';
import { UploadProgress } from './upload-progress.js';

/** What this device knows of files that wait to be sent. */
export function createUnsent(me: string) {
  return { me, files: createUnsentFiles(me), progress: new UploadProgress() };
}

export type Unsent = ReturnType<typeof createUnsent>;

export const UnsentContext = createContext<Unsent | null>(null);

export function useUnsent(): Unsent {
  const unsent = use(UnsentContext);
  if (!unsent) throw new Error('outside of UnsentContext');
  return unsent;
}

interface NewFiles {
  readonly chatId: string;
  readonly message: SentMessage;
  /** By the ids of the files. */
  readonly bytes: ReadonlyMap<string, Blob>;
}

/**
 * Queues a message with files at once, with their bytes in the memory of this tab, from which they go to the device. Where that does
 * not take them, the message is this tab's alone.
 */
export function sendFiles(queue: Queue, files: UnsentFiles, { chatId, message, bytes }: NewFiles) {
  const { clientId } = message;
  const kept = filesOf(message).flatMap((file) => {
    const own = bytes.get(file.id);
    return own ? [{ ...file, bytes: own }] : [];
  });
  const keeping = files.keep(clientId, kept);
  queue.add(chatId, message);
  void keeping.then((isKept) => {
    const change = queue.find(clientId)?.change;
    if (isKept || change?.kind !== 'send') return;
    const unkept = filesOf(change).map((file) => ({ ...file, isUnkept: true as const }));
    queue.update(clientId, { ...change, files: unkept });
  });
}

/** Removes a message from the queue, and its files from here and, as far as they have got, from the server. */
export function discardMessage(queue: Queue, { me, files }: Unsent, id: string): void {
  const change = queue.find(id)?.change;
  queue.discard(id);
  // It may have left in this moment.
  if (!change || queue.find(id)) return;
  const all = filesOf(change);
  if (all.length === 0) return;
  void files.drop(id, all);
  for (const { uploadId, attachmentId } of all) {
    if (uploadId !== undefined) void endUpload(uploadId, me);
    else if (attachmentId !== undefined) void discardAttachment(attachmentId, me);
  }
}

/** From 0 to 1; null where this tab sends none of its files at the moment. */
export function useProgress(messageId: string): number | null {
  const { progress } = useUnsent();
  return useSyncExternalStore(progress.subscribe, () => progress.of(messageId));
}

const againMs = 300;
const mostTimes = 20;

/** Under which this page finds the bytes; null before they are read, and where they are not there. */
export function useUnsentUrl(messageId: string, file: WaitingFile): string | null {
  const { files } = useUnsent();
  const { id, chosenKey } = file;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (times: number): Promise<void> => {
      const bytes = await files.read(messageId, { id, chosenKey }).catch(() => null);
      if (isOver) return;
      // Another tab may not have written them yet.
      if (!bytes && times > 0) timer = setTimeout(() => void read(times - 1), againMs);
      if (!bytes) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    };
    void read(mostTimes);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [files, messageId, id, chosenKey]);
  return url;
}
