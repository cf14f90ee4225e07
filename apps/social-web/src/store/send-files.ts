// Brings the files of a message to the server before the message, one after the other. Guarantees: what the server has is not
// brought again after a failure, another start or in another tab, of a long file also a part of it; a short one whose confirmation was lost
// is brought again, and the one that no message takes is gone at the server after a day; one that has gone so while its message waited is
// brought anew.
import { ApiError, fileLost, unreachable } from '../api/client.js';
import type { UnsentFiles } from '../api/unsent-files.js';
import type { ResumedWatch, uploadFile } from '../api/upload.js';
import type { PreparationWatch } from './queue-dependencies.js';
import { filesOf, type Change, type QueuedChange, type QueuedFile } from './queue-model.js';
import type { UploadProgress } from './upload-progress.js';

interface Parts {
  readonly bytes: Pick<UnsentFiles, 'read' | 'drop'>;
  readonly progress: Pick<UploadProgress, 'note' | 'end'>;
  readonly upload: (
    bytes: Blob,
    words: Pick<QueuedFile, 'name' | 'alt'>,
    watch: Omit<ResumedWatch, 'me'>,
  ) => ReturnType<typeof uploadFile>;
  readonly now?: () => number;
}

/** So often files of a message are brought anew: then the person is told. */
const mostAnew = 2;
/** So long bytes may take to be on the device. Milliseconds. */
const writtenWithin = 30_000;

const lost = () => new ApiError(410, fileLost, 'The bytes are not on this device any more.');

export function createFileSending({ bytes, progress, upload, now = () => Date.now() }: Parts) {
  const anew = new Map<string, number>();

  /** The tab that has queued it may still be writing them. */
  const isYoung = (at: string) => now() - Date.parse(at) < writtenWithin;

  async function uploadAll(
    { id, change, at }: QueuedChange,
    watch: PreparationWatch,
  ): Promise<void> {
    const files = filesOf(change);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    for (const file of files) {
      const from = done;
      done += file.size;
      if (file.attachmentId !== undefined) continue;
      const blob = await bytes.read(id, file).catch(() => {
        // They may be there all the same, for the next try or after another start.
        throw unreachable();
      });
      if (!blob) throw isYoung(at) ? unreachable() : lost();
      // One that this tab alone has may be of a file that was moved, changed or unplugged since: no network brings it back.
      if (!(await isReadable(blob))) throw lost();
      const note = (known: Pick<QueuedFile, 'attachmentId' | 'uploadId'>) =>
        watch.onPart((now) =>
          withFiles(now, (one) => (one.id === file.id ? { ...one, ...known } : one)),
        );
      const onProgress = (sent: number) => progress.note(id, (from + sent) / total);
      const { uploadId = null } = file;
      // Where a part of it is there, the server is asked how much.
      if (uploadId === null) onProgress(0);
      const attachment = await upload(blob, file, {
        ...{ signal: watch.signal, onProgress, uploadId, key: file.id },
        onUpload: (next) => note({ uploadId: next ?? undefined }),
      });
      // Its upload stays known: by it the server gives the room back, should the message be discarded.
      note({ attachmentId: attachment.id });
    }
  }

  return {
    prepare: (queued: QueuedChange, watch: PreparationWatch): Promise<void> =>
      uploadAll(queued, watch).finally(() => progress.end(queued.id)),
    /** The change as it is to be tried again after this refusal; null where the refusal stands. */
    afterRefusal({ id, change }: QueuedChange, error: unknown): Change | null {
      if (!(error instanceof ApiError) || error.code !== 'nothing_to_attach') return null;
      const times = (anew.get(id) ?? 0) + 1;
      anew.set(id, times);
      if (times > mostAnew || filesOf(change).length === 0) return null;
      return withFiles(change, ({ attachmentId: _gone, uploadId: _ended, ...file }) => file);
    },
    /** The server has the message, or nobody wants it any more. */
    async drop({ id, change }: Pick<QueuedChange, 'id' | 'change'>): Promise<void> {
      anew.delete(id);
      const files = filesOf(change);
      if (files.length > 0) await bytes.drop(id, files);
    },
  };
}

const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

function withFiles(change: Change, next: (file: QueuedFile) => QueuedFile): Change {
  if (change.kind !== 'send' || !change.files) return change;
  return { ...change, files: change.files.map(next) };
}
