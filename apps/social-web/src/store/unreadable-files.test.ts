import type { Attachment } from '../api/attachments.js';
import { memoryStorage } from '../api/device-storage.js';
import { createUnsentFiles } from '../api/unsent-files.js';
import { filesOf, type QueuedChange, type SentMessage } from './queue-model.js';
import { Queue } from './queue.js';
import { createFileSending } from './send-files.js';
import { memoryDatabase } from './testing/memory-database.js';
import { UploadProgress } from './upload-progress.js';

const unreadable = () => Promise.reject(new DOMException('It was changed.', 'NotReadableError'));

/** Of a file on a disk that was moved, changed or unplugged since it was chosen, which the browser could not keep before that. */
function goneBlob(): Blob {
  const gone = new Blob(['gone']);
  gone.slice = () => Object.assign(new Blob(), { arrayBuffer: unreadable });
  return gone;
}

it('a file that cannot be read any more is lost: no network brings it back, so it is not tried again and again', async () => {
  const uploads: Blob[] = [];
  const sending = createFileSending({
    bytes: { read: async () => goneBlob(), drop: async () => {} },
    progress: new UploadProgress(),
    upload: (bytes) => {
      uploads.push(bytes);
      return Promise.reject(new Error('the request is not sent'));
    },
  });
  const words = { name: 'gone.txt', alt: '', type: 'text/plain', width: null, height: null };
  const queued: QueuedChange = {
    ...{ id: 'm', order: 1, chatId: 'one', isTried: false, refusal: null },
    at: new Date().toISOString(),
    change: { kind: 'send', clientId: 'm', text: '', files: [{ id: 'f', size: 4, ...words }] },
  };
  const watch = { signal: new AbortController().signal, onPart: () => {} };
  await expect(sending.prepare(queued, watch)).rejects.toMatchObject({ code: 'file_lost' });
  expect(uploads).toEqual([]);
});

describe('where the database does not reply', () => {
  const words = { name: 'kept.txt', alt: '', type: 'text/plain', width: null, height: null };
  const message: SentMessage = {
    ...{ kind: 'send', clientId: 'm', text: '' },
    files: [{ id: 'f', size: 4, ...words }],
  };

  it('a file is not lost: its message waits until it does', async () => {
    const whole = memoryDatabase();
    await whole.claim('me');
    const database = { ...whole };
    const bytes = createUnsentFiles('me', database);
    await bytes.keep('m', [{ id: 'f', bytes: new Blob(['kept']) }]);
    database.read = () => Promise.reject(new Error('the connection is closed'));
    const sent: string[] = [];
    let tries = 0;
    const sending = createFileSending({
      bytes,
      progress: new UploadProgress(),
      upload: async (blob) => ({ id: await blob.text() }) as Attachment,
      // It was queued long ago.
      now: () => Date.now() + 60_000,
    });
    const queue = new Queue(['queue/me/'], {
      storage: memoryStorage(),
      prepare: sending.prepare,
      deliver: async ({ change }) =>
        void sent.push(...filesOf(change).map(({ attachmentId }) => attachmentId!)),
      isOnline: () => true,
      onSignedOut: () => {},
      async pause() {
        tries += 1;
        if (tries === 3) Object.assign(database, whole);
      },
    });
    queue.add('one', message);
    queue.run();
    while (queue.changes().some(({ refusal }) => refusal === null)) await new Promise(setImmediate);
    expect(queue.changes()).toEqual([]);
    expect(sent).toEqual(['kept']);
  });

  it('a file in the memory of this tab is read from there', async () => {
    const fails = () => Promise.reject(new Error('denied'));
    const files = createUnsentFiles('me', { ...memoryDatabase(), change: fails, read: fails });
    await files.keep('m', [{ id: 'f', bytes: new Blob(['here']) }]);
    expect(await (await files.read('m', { id: 'f' }))?.text()).toBe('here');
    await expect(files.read('m', { id: 'other' })).rejects.toThrow('denied');
  });
});
