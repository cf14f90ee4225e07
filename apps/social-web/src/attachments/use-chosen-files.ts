import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { messageLimitsQuery } from '../api/chats.js';
import { watchDraft } from '../api/kept-drafts.js';
import { useStore } from '../store/use-store.js';
import {
  chosenFilesOf,
  type ChoiceFault,
  type ChosenFile,
  type ChosenFiles,
} from './chosen-files.js';

/** Null where the server is of a release that takes no files. Most: null as long as it has not said so. */
export function useFileLimit() {
  const { data, isPending, fetchStatus } = useQuery(messageLimitsQuery);
  const isAsked = isPending && fetchStatus === 'fetching';
  if (!data) return { most: null, isAsked };
  const { attachmentBytes } = data as Partial<typeof data>;
  return attachmentBytes === undefined ? null : { most: attachmentBytes, isAsked };
}

export function useChosenFiles(chatId: string) {
  const store = useStore();
  const all = chosenFilesOf(store);
  const chosen = useSyncExternalStore(all.subscribe, () => all.of(chatId));
  const [faults, setFaults] = useState<readonly ChoiceFault[]>([]);
  const limit = useFileLimit();
  const add = (files: readonly File[]) => {
    setFaults([]);
    if (files.length > 0) void all.add(chatId, files, limit?.most ?? null).then(setFaults);
  };
  useKeptFiles(all, chatId, limit, setFaults);
  const remove = (ids: readonly string[]) => {
    setFaults([]);
    all.remove(chatId, ids);
  };
  const take = (files: readonly ChosenFile[]) => {
    setFaults([]);
    return all.take(chatId, files);
  };
  const describe = (id: string, alt: string) => all.describe(chatId, id, alt);
  return { chosen, faults, limit, add: limit && add, remove, take, describe };
}

/** What is kept of the chat comes into its list, as if it were chosen here: what was shared to it, or chosen in another tab or before. */
function useKeptFiles(
  all: ChosenFiles,
  chatId: string,
  limit: ReturnType<typeof useFileLimit>,
  onFaults: (faults: readonly ChoiceFault[]) => void,
): void {
  const isReady = limit !== null && !limit.isAsked;
  const most = limit?.most ?? null;
  useEffect(() => {
    if (!isReady) return;
    void all.addKept(chatId, most).then((faults) => faults.length > 0 && onFaults(faults));
    return watchDraft(chatId, () => all.followOthers(chatId, most));
  }, [all, chatId, isReady, most, onFaults]);
}

export type Choosing = ReturnType<typeof useChosenFiles>;

/**
 * Whether files are drawn over the page, which takes them wherever they are dropped. Without somebody to take them they are not
 * opened either: that would leave the page.
 */
export function useDroppedFiles(take: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const on = (type: 'dragover' | 'drop' | 'dragleave', handle: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) handle(event);
        },
        { signal },
      );
    on('dragover', (event) => {
      event.preventDefault();
      setOver(take !== null);
    });
    // Out of the window.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      take?.([...event.dataTransfer!.files]);
    });
    return () => ending.abort();
  });
  return isOver;
}
