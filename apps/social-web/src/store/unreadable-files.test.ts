import type { QueuedChange } from './queue-model.js';
import { createFileSending } from './send-files.js';
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
