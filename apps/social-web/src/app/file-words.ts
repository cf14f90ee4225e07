import { useEffect } from 'react';
import type { AttachmentKind } from '../api/attachments.js';
import type { Texts } from '../texts/en.js';
import { afterPainted } from '../ui/after-painted.js';
import { filesWords } from '../ui/message-words.js';

const kinds: readonly AttachmentKind[] = ['image', 'video', 'audio', 'file'];

/** Leaves the worker, which shows notifications, what it says of files in the language that is chosen. */
export function useFileWords(texts: Texts): void {
  useEffect(
    () =>
      afterPainted(() => {
        import('../push/file-words.js')
          .then(({ storeFileWords }) =>
            storeFileWords(kinds, (all) => filesWords(all as AttachmentKind[], texts)),
          )
          // Denied, or without encryption, where there is no worker either.
          .catch(() => {});
      }),
    [texts],
  );
}
