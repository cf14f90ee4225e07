import type { DependencyLog } from '@triptych/logging';
import { FilesUnavailable } from './attachments.errors.js';
import type { FileStore, StagedFile } from './file-store.port.js';

/**
 * The store as the rest sees it: what it cannot do is FilesUnavailable to whoever asks, and a line of the log with the reason. A
 * client that goes away, or a fault of our own, is no fault of where files are kept.
 */
export function reportFiles(store: FileStore, log: DependencyLog): FileStore {
  async function run<T>(work: () => Promise<T>, isOthers?: (error: unknown) => boolean) {
    try {
      return await work();
    } catch (error) {
      if (isOthers?.(error) === true || !isFault(error)) throw error;
      log.failed(error);
      throw new FilesUnavailable({ cause: error });
    }
  }

  /** What arrives is staged near by, which proves nothing of where it is kept. */
  async function prove<T>(work: () => Promise<T>): Promise<T> {
    const result = await run(work);
    log.works();
    return result;
  }

  /** A reader that has its reply already learns of a fault by its end, and the log of why. */
  async function* readOn<T>(items: AsyncIterable<T>): AsyncIterable<T> {
    try {
      yield* items;
    } catch (error) {
      log.failed(error);
      throw error;
    }
  }

  const report = (staged: StagedFile): StagedFile => ({
    ...staged,
    readAll: () => run(() => staged.readAll()),
    edit: (work) => run(() => staged.edit(work)),
    keep: (name) => prove(() => staged.keep(name)),
  });

  return {
    async stage(bytes, maxBytes) {
      const { watched, isOf } = watch(bytes);
      const staged = await run(() => store.stage(watched, maxBytes), isOf);
      return staged && report(staged);
    },
    async read(name, range) {
      const bytes = await prove(() => store.read(name, range));
      return bytes && readOn(bytes);
    },
    write: (name, bytes) => prove(() => store.write(name, bytes)),
    remove: (name) => prove(() => store.remove(name)),
    list: () => readOn(store.list()),
  };
}

/** What Node says of the disk, and what the adapters say of S3. */
function isFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !code.startsWith('ERR_');
}

/** Tells an error of who sends the bytes from one of who keeps them. */
function watch(bytes: AsyncIterable<Buffer>) {
  let thrown: { readonly error: unknown } | null = null;
  async function* watched() {
    try {
      yield* bytes;
    } catch (error) {
      thrown = { error };
      throw error;
    }
  }
  return { watched: watched(), isOf: (error: unknown) => thrown?.error === error };
}
