// Files of a message in the queue: brought to the server before it, once, in order, and called off when it is discarded.
import type { Attachment } from '../api/attachments.js';
import { ApiError } from '../api/client.js';
import { memoryStorage } from '../api/device-storage.js';
import { createUnsentFiles } from '../api/unsent-files.js';
import { ownerKey } from '../api/device-database.js';
import { isKnown, isKnownToAll } from './known-changes.js';
import { filesOf, type QueuedFile, type SentMessage } from './queue-model.js';
import { Queue } from './queue.js';
import { createFileSending } from './send-files.js';
import { memoryDatabase } from './testing/memory-database.js';
import { UploadProgress } from './upload-progress.js';

const me = 'me';
const turn = () => new Promise(setImmediate);
const file = (id: string, extra: Partial<QueuedFile> = {}): QueuedFile => ({
  ...{ id, name: `${id}.txt`, alt: '', type: 'text/plain', size: 4, width: null, height: null },
  ...extra,
});

type Upload = { readonly words: { name: string }; readonly signal: AbortSignal } & {
  readonly settle: (outcome: string | ApiError) => void;
};

/** A device with one tab or more, and a server that keeps what is brought. */
class Device {
  readonly database = memoryDatabase();
  readonly storage = { ...memoryStorage(), isShared: true, isKept: () => true };
  readonly uploads: Upload[] = [];
  readonly sent: SentMessage[] = [];
  /** What the next sends are refused with. */
  readonly refusals: ApiError[] = [];
  isOnline = true;
  /** What was queued is old by then. */
  aheadMs = 60_000;

  async start(): Promise<this> {
    await this.database.claim(me);
    return this;
  }

  open(): Queue {
    const files = createUnsentFiles(me, this.database);
    const sending = createFileSending({
      bytes: files,
      progress: new UploadProgress(),
      now: () => Date.now() + this.aheadMs,
      upload: (_bytes, words, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ApiError(0, 'unreachable', 'off')));
          const settle = (outcome: string | ApiError) =>
            typeof outcome === 'string' ? resolve({ id: outcome } as Attachment) : reject(outcome);
          this.uploads.push({ words, signal, settle });
        }),
    });
    const queue: Queue = new Queue(['queue/me/', 'queue/later/me/'], {
      storage: this.storage,
      prepare: sending.prepare,
      deliver: async (queued) => {
        const refusal = this.refusals.shift();
        if (!refusal) return void this.sent.push(queued.change as SentMessage);
        const change = sending.afterRefusal(queued, refusal);
        if (!change) throw refusal;
        queue.update(queued.id, change);
        throw new ApiError(0, 'unreachable', 'again');
      },
      isOnline: () => this.isOnline,
      onSignedOut: () => {},
      pause: async () => void (await turn()),
    });
    return queue;
  }

  async keep(messageId: string, ids: readonly string[]): Promise<boolean> {
    const files = ids.map((id) => ({ id, bytes: new Blob([`${id}   `]) }));
    return createUnsentFiles(me, this.database).keep(messageId, files);
  }
}

const attachmentsOf = (message: SentMessage | undefined) =>
  message && filesOf(message).map(({ attachmentId }) => attachmentId);

const send = (queue: Queue, clientId: string, files: readonly QueuedFile[]) =>
  queue.add('one', { kind: 'send', clientId, text: '', files });

describe('a message with files', () => {
  it('is sent once they are there, and nothing behind it overtakes it', async () => {
    const device = await new Device().start();
    const queue = device.open();
    queue.run();
    expect(await device.keep('m', ['a', 'b'])).toBe(true);
    send(queue, 'm', [file('a'), file('b')]);
    queue.add('one', { kind: 'send', clientId: 'n', text: 'after it' });
    await turn();
    device.uploads[0]!.settle('1');
    await turn();
    expect(device.sent).toEqual([]);
    device.uploads[1]!.settle('2');
    await turn();
    expect(device.sent.map(({ clientId }) => clientId)).toEqual(['m', 'n']);
    expect(attachmentsOf(device.sent[0])).toEqual(['1', '2']);
  });

  it('is for a release that knows them, and so is what comes after it', async () => {
    const device = await new Device().start();
    const queue = device.open();
    send(queue, 'm', [file('a')]);
    queue.add('one', { kind: 'send', clientId: 'n', text: 'after it' });
    expect(device.storage.keys().every((key) => key.startsWith('queue/later/'))).toBe(true);
    const { change } = queue.changes()[0]!;
    expect([isKnown(change), isKnownToAll(change)]).toEqual([true, false]);
  });

  it('goes on in another tab with what the server has of it', async () => {
    const device = await new Device().start();
    const closed = device.open();
    closed.run();
    await device.keep('m', ['a', 'b']);
    send(closed, 'm', [file('a'), file('b')]);
    await turn();
    device.uploads[0]!.settle('1');
    await turn();
    // The tab is closed here; what it has under way is never heard of again.
    device.open().run();
    await turn();
    expect(device.uploads.map(({ words }) => words.name)).toEqual(['a.txt', 'b.txt', 'b.txt']);
    device.uploads[2]!.settle('2');
    await turn();
    expect(attachmentsOf(device.sent[0])).toEqual(['1', '2']);
  });

  it('can be discarded until its files are there, which calls them off', async () => {
    const device = await new Device().start();
    const queue = device.open();
    queue.run();
    await device.keep('m', ['a']);
    send(queue, 'm', [file('a')]);
    queue.add('one', { kind: 'send', clientId: 'n', text: 'after it' });
    await turn();
    queue.discard('m');
    await turn();
    expect(device.uploads[0]!.signal.aborted).toBe(true);
    expect(device.sent.map(({ clientId }) => clientId)).toEqual(['n']);
    expect(queue.changes()).toEqual([]);
  });

  it('is not sent where nobody may send any more once its files are there', async () => {
    const device = await new Device().start();
    const queue = device.open();
    queue.run();
    await device.keep('m', ['a']);
    send(queue, 'm', [file('a')]);
    await turn();
    device.isOnline = false;
    device.uploads[0]!.settle('1');
    await turn();
    expect(device.sent).toEqual([]);
    device.isOnline = true;
    queue.wake();
    await turn();
    expect(attachmentsOf(device.sent[0])).toEqual(['1']);
    expect(device.uploads).toHaveLength(1);
  });

  it('brings again what the server has swept meanwhile, and says so if that does not help', async () => {
    const device = await new Device().start();
    const queue = device.open();
    queue.run();
    await device.keep('m', ['a']);
    const swept = () => new ApiError(400, 'nothing_to_attach', 'swept');
    device.refusals.push(swept(), swept());
    send(queue, 'm', [file('a', { attachmentId: 'old' })]);
    for (const id of ['new', 'newer']) {
      for (let turns = 0; turns < 5; turns++) await turn();
      device.uploads.at(-1)!.settle(id);
    }
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(attachmentsOf(device.sent[0])).toEqual(['newer']);
    device.refusals.push(swept(), swept(), swept());
    await device.keep('o', ['a']);
    send(queue, 'o', [file('a', { attachmentId: 'old' })]);
    for (let times = 0; times < 2; times++) {
      for (let turns = 0; turns < 5; turns++) await turn();
      device.uploads.at(-1)!.settle('x');
    }
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(queue.find('o')?.refusal).toBe('nothing_to_attach');
  });

  it('that was refused stays, and says why: also where the browser has dropped the bytes', async () => {
    const device = await new Device().start();
    const queue = device.open();
    queue.run();
    send(queue, 'm', [file('lost')]);
    await turn();
    expect(queue.find('m')?.refusal).toBe('file_lost');
    queue.discard('m');
    await device.keep('n', ['a']);
    send(queue, 'n', [file('a')]);
    await turn();
    device.uploads.at(-1)!.settle(new ApiError(409, 'attachment_quota_exceeded', 'full'));
    await turn();
    expect(queue.find('n')?.refusal).toBe('attachment_quota_exceeded');
  });

  it('waits for bytes that the tab which has queued it is still writing', async () => {
    const device = await new Device().start();
    device.aheadMs = 0;
    const queue = device.open();
    queue.run();
    send(queue, 'm', [file('a')]);
    for (let turns = 0; turns < 5; turns++) await turn();
    expect([queue.find('m')?.refusal, device.uploads]).toEqual([null, []]);
    await device.keep('m', ['a']);
    for (let turns = 0; turns < 5; turns++) await turn();
    device.uploads[0]!.settle('1');
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(attachmentsOf(device.sent[0])).toEqual(['1']);
  });

  it('whose bytes this tab alone has is in no other tab, and is sent by this one', async () => {
    const device = await new Device().start();
    const here = new Map<string, string>();
    const shared = device.storage;
    const storage = {
      ...shared,
      getItem: (key: string) => here.get(key) ?? shared.getItem(key),
      setHere: (key: string, value: string) => void here.set(key, value),
      removeItem(key: string) {
        here.delete(key);
        shared.removeItem(key);
      },
      keys: () => [...shared.keys(), ...here.keys()],
      isKept: (key: string) => !here.has(key),
    };
    Object.assign(device, { storage });
    const queue = device.open();
    send(queue, 'm', [file('a', { isUnkept: true, attachmentId: 'there' })]);
    expect([here.size, shared.keys()]).toEqual([1, []]);
    await turn();
    expect(attachmentsOf(device.sent[0])).toEqual(['there']);
    expect(here.size).toBe(0);
  });
});

describe('bytes on the device', () => {
  it('are there for whoever opens the next tab, until the message has gone', async () => {
    const device = await new Device().start();
    await device.keep('m', ['a']);
    const files = createUnsentFiles(me, device.database);
    expect(await (await files.read('m', { id: 'a' }))?.text()).toBe('a   ');
    await files.drop('m', [{ id: 'a' }]);
    expect(await files.read('m', { id: 'a' })).toBeNull();
  });

  it('outlive a session that ended by itself, and no sign-out', async () => {
    const device = await new Device().start();
    await device.keep('m', ['a']);
    await device.database.change(me, [], () => ({ list: 'read' }));
    await device.database.clearExcept('file/');
    await device.database.claim(me);
    const files = createUnsentFiles(me, device.database);
    expect(await files.read('m', { id: 'a' })).not.toBeNull();
    expect(await device.database.read(['list', ownerKey])).toEqual([undefined, me]);
    await device.database.clear();
    expect(await files.read('m', { id: 'a' })).toBeNull();
  });

  it('are in memory where the browser denies the rest, which is said', async () => {
    const denied = { ...memoryDatabase(), change: () => Promise.reject(new Error('denied')) };
    const files = createUnsentFiles(me, denied);
    expect(await files.keep('m', [{ id: 'a', bytes: new Blob(['here']) }])).toBe(false);
    expect(await (await files.read('m', { id: 'a' }))?.text()).toBe('here');
  });

  it('that belong to no message go after an hour', async () => {
    const device = await new Device().start();
    await device.keep('m', ['a']);
    await device.keep('n', ['a']);
    const files = createUnsentFiles(me, device.database);
    await files.dropLeft([]);
    expect(await files.read('m', { id: 'a' })).not.toBeNull();
    const [one, other] = (await device.database.all('file/')) as { key: string }[];
    const old = { [one!.key]: { ...one, at: 0 }, [other!.key]: { ...other, at: 0 } };
    await device.database.change(me, [], () => old);
    await files.dropLeft(['n']);
    expect(await files.read('m', { id: 'a' })).toBeNull();
    expect(await files.read('n', { id: 'a' })).not.toBeNull();
  });
});
