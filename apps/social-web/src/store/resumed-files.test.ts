// Long files of a message in the queue, against a server on loopback: gone on with where the server is, whatever broke off.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryStorage } from '../api/device-storage.js';
import { createUnsentFiles } from '../api/unsent-files.js';
import { uploadInPieces } from '../api/upload-in-pieces.js';
import { filesOf, type QueuedFile, type SentMessage } from './queue-model.js';
import { Queue } from './queue.js';
import { createFileSending } from './send-files.js';
import { memoryDatabase } from './testing/memory-database.js';
import { UploadServer } from './testing/upload-server.js';
import { UploadProgress } from './upload-progress.js';

const me = 'me';
const MiB = 1024 * 1024;

let server: UploadServer;
beforeEach(async () => void (server = await UploadServer.start()));
afterEach(() => server.close());

/** A device whose tabs send to the server. */
class Device {
  readonly database = memoryDatabase();
  readonly storage = { ...memoryStorage(), isShared: true, isKept: () => true };
  readonly sent: SentMessage[] = [];
  /** Of the message, as a page shows them. */
  readonly shares: number[] = [];
  signedOut = 0;
  private readonly closed = new AbortController();

  open(): Queue {
    const progress = new UploadProgress();
    const sending = createFileSending({
      bytes: createUnsentFiles(me, this.database),
      progress: {
        note: (id, share) => void (this.shares.push(share), progress.note(id, share)),
        end: (id) => progress.end(id),
      },
      upload: (bytes, words, watch) => {
        const signal = AbortSignal.any([watch.signal, this.closed.signal]);
        return uploadInPieces(bytes, words, { ...watch, me }, (request, { signal: own, ...rest }) =>
          server.request(request, { ...rest, ...(own && { signal }) }),
        );
      },
    });
    return new Queue(['queue/me/', 'queue/later/me/'], {
      storage: this.storage,
      prepare: sending.prepare,
      deliver: async ({ change }) => void this.sent.push(change as SentMessage),
      isOnline: () => !this.closed.signal.aborted,
      onSignedOut: () => void this.signedOut++,
      pause: () => pause(5),
    });
  }

  /** What a tab of it has under way is never heard of again; its device is the next one's. */
  close(): Device {
    this.closed.abort();
    const { database, storage } = this;
    return Object.assign(new Device(), { database, storage });
  }

  /** Queues a message with a file. */
  async send(queue: Queue, bytes: Buffer, extra: Partial<QueuedFile> = {}): Promise<void> {
    await this.database.claim(me);
    const file = new Blob([new Uint8Array(bytes)]);
    await createUnsentFiles(me, this.database).keep('m', [{ id: 'a', bytes: file }]);
    const words = { id: 'a', name: 'film.dat', alt: '', type: '', size: bytes.length };
    const files = [{ ...words, width: null, height: null, ...extra }];
    queue.add('one', { kind: 'send', clientId: 'm', text: '', files });
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(2);
}

function running(): [Device, Queue] {
  const device = new Device();
  const queue = device.open();
  queue.run();
  return [device, queue];
}

/** The next such request waits until it may go on. */
function hold(on: string): { readonly go: () => void } {
  let go = () => {};
  const until = new Promise<void>((resolve) => (go = resolve));
  server.faults.push({ on, until });
  return { go: () => go() };
}

const upload = () => [...server.uploads.values()][0]!;
const isSent = (device: Device) => () => device.sent.length > 0;

/** It has arrived once, whole, and the message names it. */
async function arrives(device: Device, bytes: Buffer): Promise<void> {
  await until(isSent(device));
  expect(server.uploads.size).toBe(1);
  expect(upload().bytes.equals(bytes)).toBe(true);
  const [file] = filesOf(device.sent[0]!);
  const [[id] = []] = server.uploads;
  expect([file!.attachmentId, file!.uploadId]).toEqual([upload().attachmentId, id]);
}

describe('a long file', () => {
  it('comes in pieces, with its words, for whom it is meant', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(9 * MiB);
    const name = 'Ein "Film", der läuft 🎬.mp4';
    await device.send(queue, bytes, { name, alt: ` ${'海'.repeat(1200)}` });
    await arrives(device, bytes);
    expect(server.requests).toEqual(['POST', 'PATCH 0', `PATCH ${8 * MiB}`, 'complete']);
    expect([...server.expected]).toEqual([me]);
    const words = upload().metadata.split(',');
    const [filename, alt] = words.map((word) => Buffer.from(word.split(' ')[1]!, 'base64'));
    expect([filename!.toString(), alt!.toString()]).toEqual([name, '海'.repeat(1000)]);
    expect(upload().metadata.length).toBeLessThan(8192);
  });

  it('goes on at once where a connection broke, and no byte comes twice', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(100_000);
    for (const cutAfter of [40_000, 20_000]) server.faults.push({ on: 'PATCH', cutAfter });
    await device.send(queue, bytes);
    await arrives(device, bytes);
    const asked = ['PATCH 0', 'HEAD', 'PATCH 40000', 'HEAD', 'PATCH 60000'];
    expect(server.requests).toEqual(['POST', ...asked, 'complete']);
    expect([...new Set(device.shares)]).toEqual([0, 0.4, 0.6, 1]);
    expect(device.shares.lastIndexOf(0)).toBeLessThan(device.shares.indexOf(0.4));
  });

  it('goes on where the server replies that it is away, or too busy, and after what it says twice', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(100_000);
    server.faults.push(
      { on: 'PATCH 0', cutAfter: 40_000 },
      { on: 'HEAD', status: 503, code: null },
      { on: 'HEAD', status: 401, code: null },
      { on: 'HEAD', status: 404, code: null },
      { on: 'PATCH 4', status: 429, code: 'too_many_files_at_once', retryAfter: 1 },
      { on: 'PATCH 4', isLost: true },
      { on: 'complete', status: 502, code: null },
      { on: 'complete', isLost: true },
    );
    await device.send(queue, bytes);
    await arrives(device, bytes);
    const count = (what: string) => server.requests.filter((one) => one === what).length;
    expect([count('POST'), count('PATCH 0'), count('PATCH 40000')]).toEqual([1, 1, 2]);
    expect(count('complete')).toBe(3);
    expect(device.signedOut).toBe(1);
  });

  it('goes on in another tab, and after another start', async () => {
    const [first, queue] = running();
    const bytes = randomBytes(100_000);
    server.faults.push({ on: 'PATCH', cutAfter: 70_000 });
    server.faults.push({ on: 'HEAD', until: new Promise(() => {}) });
    await first.send(queue, bytes);
    await until(() => server.requests.includes('HEAD'));
    const next = first.close();
    next.open().run();
    await arrives(next, bytes);
    expect(server.requests).toEqual(['POST', 'PATCH 0', 'HEAD', 'HEAD', 'PATCH 70000', 'complete']);
    expect(next.shares[0]).toBe(0.7);
    expect(next.storage.keys()).toEqual([]);
  });

  it('is begun once, also where the reply to that is lost, and goes on from what another tab has brought', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(100_000);
    for (const isLost of [true, true]) server.faults.push({ on: 'POST', isLost });
    const held = hold('POST');
    await device.send(queue, bytes);
    await until(() => server.uploads.size > 0 && server.faults.length === 0);
    upload().bytes = bytes.subarray(0, 60_000);
    held.go();
    await arrives(device, bytes);
    expect(server.requests).toEqual(['POST', 'POST', 'POST', 'PATCH 60000', 'complete']);
    expect(upload().key).toBe('a');
  });

  it('is begun without its key where that is another beginning’s', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(1000);
    server.faults.push({ on: 'POST', status: 422, code: 'idempotency_key_reused' });
    await device.send(queue, bytes);
    await arrives(device, bytes);
    expect(server.requests).toEqual(['POST', 'POST', 'PATCH 0', 'complete']);
    expect(upload().key).toBe('undefined');
  });

  it('waits where another request of it is still arriving', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(100_000);
    server.faults.push({ on: 'PATCH', status: 409, code: 'upload_offset_wrong' });
    await device.send(queue, bytes);
    await arrives(device, bytes);
    expect(server.requests.filter((one) => one === 'PATCH 0')).toHaveLength(2);
  });

  it.each(['begun', 'whole', 'of another length'])(
    'begins anew where the server knows it no longer: %s',
    async (state) => {
      const [device, queue] = running();
      const bytes = randomBytes(100_000);
      const broken = state === 'whole' ? { on: 'complete', status: 503 } : { on: 'PATCH' };
      server.faults.push({ cutAfter: 50_000, ...broken });
      const held = hold('HEAD');
      await device.send(queue, bytes);
      await until(() => server.requests.includes('HEAD'));
      const [id, before] = [...server.uploads][0]!;
      server.uploads.delete(id);
      if (state === 'of another length') server.uploads.set(id, { ...before, length: 7 });
      held.go();
      await arrives(device, bytes);
      expect(server.requests.filter((one) => one === 'POST')).toHaveLength(2);
    },
  );

  it('begins anew where the server says that it is gone, and ends what may be left of it', async () => {
    const [device, queue] = running();
    const bytes = randomBytes(100_000);
    server.faults.push({ on: 'PATCH', cutAfter: 50_000 }, { on: 'HEAD', status: 410 });
    await device.send(queue, bytes);
    await arrives(device, bytes);
    const asked = ['POST', 'PATCH 0', 'HEAD', 'DELETE', 'POST', 'PATCH 0', 'complete'];
    expect(server.requests).toEqual(asked);
  });

  it.each([
    ['POST', 413, 'attachment_too_large'],
    ['POST', 409, 'attachment_quota_exceeded'],
    ['PATCH', 413, 'attachment_too_large'],
    ['complete', 422, 'picture_unreadable'],
    ['complete', 409, 'attachment_quota_exceeded'],
  ])('is refused as one that comes at once: %s, %i %s', async (on, status, code) => {
    const [device, queue] = running();
    server.faults.push({ on, status, code });
    const bytes = randomBytes(1000);
    await device.send(queue, bytes);
    await until(() => queue.find('m')?.refusal === code);
    queue.retry('m');
    await arrives(device, bytes);
  });

  it('of which a tab alone has the bytes stays that, when it is known while they leave', async () => {
    const [device, queue] = running();
    const held = hold('PATCH');
    const bytes = randomBytes(1000);
    await device.send(queue, bytes);
    await until(() => server.requests.includes('PATCH 0'));
    const { change } = queue.find('m')!;
    const unkept = filesOf(change).map((file) => ({ ...file, isUnkept: true as const }));
    queue.update('m', { ...(change as SentMessage), files: unkept });
    held.go();
    await arrives(device, bytes);
    expect(filesOf(device.sent[0]!)[0]!.isUnkept).toBe(true);
  });
});

it.each(['POST', 'PATCH', 'HEAD'])(
  'a message that is discarded ends its upload, also in the middle of %s',
  async (on) => {
    const [device, queue] = running();
    if (on === 'HEAD') server.faults.push({ on: 'PATCH', cutAfter: 10 });
    const held = hold(on);
    await device.send(queue, randomBytes(100_000));
    await until(() => server.requests.some((one) => one.startsWith(on)));
    queue.discard('m');
    held.go();
    await until(() => server.requests.includes('DELETE') && server.uploads.size === 0);
    expect([queue.changes(), device.sent]).toEqual([[], []]);
  },
);
