import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { ApiError } from '../api/client.js';
import { deviceStorage, removePersonal } from '../api/device-storage.js';
import {
  forgetSavedDrafts,
  isUnsaved,
  readDraft,
  readWholeDraft,
  storeDraft,
  type Draft,
} from '../api/kept-drafts.js';
import { Drafts } from './drafts.js';

const chatId = 'ann--bob';

/** The server's side of one chat, and a device whose requests and events come when it is asked to let them. */
class World {
  server: Draft | null = null;
  readonly sent = new Set<string>();
  head = 0;
  /** Of the log, with the draft as it was when it was read. */
  private readonly events: { seq: number; draft: Draft | null }[] = [];
  private readonly requests: (() => void)[] = [];
  private readonly replies: (() => void)[] = [];
  private readonly store = { stamp: 0, epoch: '0-a' };
  private isDue = false;
  private isBusy = false;
  readonly drafts = new Drafts({
    store: this.store,
    mayKeep: () => true,
    pause: () => Promise.resolve(),
    queue: () => {
      this.isDue = true;
      this.deliver();
    },
    server: {
      readDraftPage: async () => ({
        drafts: this.server ? [{ chatId, ...this.server, changedAt: '' }] : [],
        nextCursor: null,
      }),
      putDraft: (_chatId, draft) => this.request(() => this.write(draft)),
      clearDraft: () => this.request(() => this.write(null)),
    },
  });

  constructor() {
    removePersonal();
  }

  private request<Reply>(handle: () => Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.requests.push(() => {
        try {
          const reply = handle();
          this.replies.push(() => resolve(reply));
        } catch {
          const error = new ApiError(409, 'client_id_reused', 'sent');
          this.replies.push(() => reject(error));
        }
      });
    });
  }

  private deliver(): void {
    if (this.isBusy || !this.isDue) return;
    [this.isBusy, this.isDue] = [true, false];
    void this.drafts.deliver(chatId).then(() => {
      this.isBusy = false;
      this.deliver();
    });
  }

  write(draft: Draft | null) {
    if (draft?.clientId && this.sent.has(draft.clientId)) throw new Error('sent');
    if (JSON.stringify(draft) !== JSON.stringify(this.server)) {
      this.server = draft;
      this.events.push({ seq: (this.head += 1), draft });
    }
    return { cursor: this.head };
  }

  /** Another device sends what it has taken. */
  sendElsewhere(): void {
    if (!this.server?.clientId) return;
    this.sent.add(this.server.clientId);
    this.write(null);
  }

  /** Here, with what the server does for it. */
  send(): void {
    const { clientId, text } = readWholeDraft(chatId);
    this.type('');
    if (clientId === null || text === '') return;
    this.sent.add(clientId);
    if (this.server?.clientId === clientId) this.write(null);
  }

  type(text: string): void {
    storeDraft(chatId, text);
    this.drafts.changed(chatId);
  }

  /** The stream is behind, and read as of now where `isLate` is not set. */
  hear(isLate: boolean): void {
    const event = this.events.shift();
    if (!event) return;
    this.store.stamp = event.seq;
    this.drafts.put(chatId, isLate ? event.draft : this.server, event.seq);
  }

  async arrive(): Promise<void> {
    this.requests.shift()?.();
    await Promise.resolve();
  }

  async reply(): Promise<void> {
    this.replies.shift()?.();
    for (let n = 0; n < 8; n += 1) await Promise.resolve();
  }

  async settle(): Promise<void> {
    for (let n = 0; n < 20; n += 1) {
      this.drafts.saveAll();
      await this.arrive();
      await this.reply();
      this.hear(false);
    }
  }
}

const text = fc.constantFrom('a', 'ab', 'abc', '');
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('type', 'elsewhere'), text }),
  fc.record({
    kind: fc.constantFrom('save', 'arrive', 'reply', 'hear', 'late', 'send', 'sendElsewhere'),
    text: fc.constant(''),
  }),
);

async function take(world: World, kind: string, written: string, n: number): Promise<void> {
  if (kind === 'type') world.type(written);
  if (kind === 'elsewhere')
    world.write(written ? { text: `${written}!`, replyTo: null, clientId: `e${n}` } : null);
  if (kind === 'save') world.drafts.saveAll();
  if (kind === 'arrive') await world.arrive();
  if (kind === 'reply') await world.reply();
  if (kind === 'hear' || kind === 'late') world.hear(kind === 'late');
  if (kind === 'send') world.send();
  if (kind === 'sendElsewhere') world.sendElsewhere();
}

it('what is yet to be brought to the server is never overwritten, and in the end both have the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = new World();
      for (const [n, { kind, text: written }] of steps.entries()) {
        const before = readDraft(chatId);
        const isOwn = isUnsaved(chatId) && before !== '';
        await take(world, kind, written, n);
        const isForeign = ['hear', 'late', 'arrive'].includes(kind);
        if (isOwn && isForeign) expect(readDraft(chatId)).toBe(before);
      }
      await world.settle();
      expect(readDraft(chatId)).toBe(world.server?.text ?? '');
      expect(isUnsaved(chatId)).toBe(false);
    }),
    propertySize(300),
  );
});

it('an event that comes after the reply to a later change writes nothing over', async () => {
  const world = new World();
  for (const written of ['one', 'one two']) {
    world.type(written);
    world.drafts.saveAll();
    await world.arrive();
    await world.reply();
  }
  world.hear(true);
  expect(readDraft(chatId)).toBe('one two');
});

it('what was cleared or sent before the server had it does not come back with its event', async () => {
  const world = new World();
  world.type('quick');
  world.drafts.saveAll();
  await world.arrive();
  world.type('');
  world.hear(true);
  expect(readDraft(chatId)).toBe('');
  await world.settle();
  expect(world.server).toBeNull();
});

it('what another device has written since is taken by one that has only cleared', async () => {
  const world = new World();
  world.type('old');
  await world.settle();
  world.type('');
  world.write({ text: 'new', replyTo: null, clientId: 'e' });
  world.hear(false);
  expect(readDraft(chatId)).toBe('new');
  await world.settle();
});

it('what was written before this release is brought to the server', async () => {
  const world = new World();
  deviceStorage.setItem(`draft/${chatId}`, 'from before');
  world.drafts.saveLeft();
  await world.settle();
  expect(world.server).toMatchObject({ text: 'from before' });
});

it('all that the server has is taken, and what it has no more goes', async () => {
  const world = new World();
  world.server = { text: 'there', replyTo: null, clientId: 'e' };
  await world.drafts.load();
  expect(readDraft(chatId)).toBe('there');
  world.server = null;
  await world.drafts.load();
  expect(readDraft(chatId)).toBe('');
});

it('a text that is too long stays here, and half of an emoji is replaced', async () => {
  const world = new World();
  world.type('x'.repeat(2001));
  await world.settle();
  expect([world.server, readDraft(chatId).length]).toEqual([null, 2001]);
  world.type('half \ud83d');
  await world.settle();
  expect([world.server?.text, isUnsaved(chatId)]).toEqual(['half \ufffd', false]);
});

it('a session that has ended leaves what the server does not have', async () => {
  const world = new World();
  world.type('saved');
  await world.settle();
  storeDraft('ann--eve', 'not saved');
  forgetSavedDrafts();
  expect([readDraft(chatId), readDraft('ann--eve')]).toEqual(['', 'not saved']);
  expect(deviceStorage.keys().filter((key) => key.includes('saved'))).toEqual([]);
});
