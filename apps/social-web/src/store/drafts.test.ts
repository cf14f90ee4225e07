import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { deviceStorage } from '../api/device-storage.js';
import {
  forgetSavedDrafts,
  isUnsaved,
  readDraft,
  readWholeDraft,
  storeDraft,
} from '../api/kept-drafts.js';
import { chatId, DraftWorld } from './testing/draft-world.js';

const text = fc.constantFrom('a', 'ab', 'abc', '');
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('type', 'elsewhere'), text }),
  fc.record({
    kind: fc.constantFrom('save', 'arrive', 'reply', 'hear', 'late', 'send', 'sendElsewhere'),
    text: fc.constant(''),
  }),
);

async function take(world: DraftWorld, kind: string, written: string, n: number): Promise<void> {
  if (kind === 'type') world.type(written);
  if (kind === 'elsewhere')
    world.write(written ? { text: `${written}!${n}`, replyTo: null, clientId: `e${n}` } : null);
  if (kind === 'save') world.drafts.saveAll();
  if (kind === 'arrive') await world.arrive();
  if (kind === 'reply') await world.reply();
  if (kind === 'hear' || kind === 'late') world.hear(kind === 'late');
  if (kind === 'send') world.send();
  if (kind === 'sendElsewhere') world.sendElsewhere();
}

it('what is yet to be brought to the server is never overwritten, nor does what is sent or emptied clear what was never in the field; in the end both have the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = new DraftWorld();
      const seen = new Set<string>();
      for (const [n, { kind, text: written }] of steps.entries()) {
        const before = readDraft(chatId);
        const { server } = world;
        const isOwn = isUnsaved(chatId) && before !== '';
        await take(world, kind, written, n);
        const isForeign = ['hear', 'late', 'arrive'].includes(kind);
        if (isOwn && isForeign) expect(readDraft(chatId)).toBe(before);
        if (kind === 'arrive' && server?.text.includes('!') && !seen.has(server.text))
          expect(world.server).not.toBeNull();
        seen.add(readDraft(chatId));
      }
      await world.settle();
      expect(readDraft(chatId)).toBe(world.server?.text ?? '');
      expect(isUnsaved(chatId)).toBe(false);
    }),
    propertySize(300),
  );
});

it('an event that comes after the reply to a later change writes nothing over', async () => {
  const world = new DraftWorld();
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
  const world = new DraftWorld();
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
  const world = new DraftWorld();
  world.type('old');
  await world.settle();
  world.type('');
  world.write({ text: 'new', replyTo: null, clientId: 'e' });
  world.hear(false);
  expect(readDraft(chatId)).toBe('new');
  await world.settle();
});

it('what another device has written since stays at the server, also when that is not known here yet', async () => {
  const world = new DraftWorld();
  world.type('old');
  await world.settle();
  world.send();
  world.write({ text: 'old and more', replyTo: null, clientId: 'e' });
  world.drafts.saveAll();
  await world.arrive();
  expect(world.server).toMatchObject({ text: 'old and more' });
  await world.settle();
  expect(readDraft(chatId)).toBe('old and more');
});

it('what came while something else was written here is there once that is sent, and can be cleared', async () => {
  const world = new DraftWorld();
  world.type('quick');
  world.write({ text: 'long', replyTo: null, clientId: 'e' });
  world.hear(false);
  expect(readDraft(chatId)).toBe('quick');
  world.send();
  await world.settle();
  expect([readDraft(chatId), world.server?.text]).toEqual(['long', 'long']);
  world.type('');
  await world.settle();
  expect([readDraft(chatId), world.server]).toEqual(['', null]);
});

it('what is known when something is added to it is cleared with it', async () => {
  const world = new DraftWorld();
  world.write({ text: 'there', replyTo: null, clientId: 'e' });
  world.hear(false);
  world.type('there and here');
  await world.drafts.load();
  world.type('');
  await world.settle();
  expect([readDraft(chatId), world.server]).toEqual(['', null]);
});

it('what the server has of what is cleared here goes, also when its reply was lost', async () => {
  const world = new DraftWorld();
  world.type('quick');
  const draft = readWholeDraft(chatId);
  world.type('');
  world.write(draft);
  await world.settle();
  expect([readDraft(chatId), world.server]).toEqual(['', null]);
});

it('a message of its name ends it where no event of it comes', async () => {
  const world = new DraftWorld();
  world.write({ text: 'there', replyTo: null, clientId: 'e' });
  world.hear(false);
  world.drafts.sent(chatId, 'another', 2);
  expect(readDraft(chatId)).toBe('there');
  world.drafts.sent(chatId, 'e', 3);
  expect(readDraft(chatId)).toBe('');
});

it('what was written before this release is brought to the server', async () => {
  const world = new DraftWorld();
  deviceStorage.setItem(`draft/${chatId}`, 'from before');
  world.drafts.saveLeft();
  await world.settle();
  expect(world.server).toMatchObject({ text: 'from before' });
});

it('all that the server has is taken, and what it has no more goes', async () => {
  const world = new DraftWorld();
  world.server = { text: 'there', replyTo: null, clientId: 'e' };
  await world.drafts.load();
  expect(readDraft(chatId)).toBe('there');
  world.server = null;
  await world.drafts.load();
  expect(readDraft(chatId)).toBe('');
});

it('a text that is too long stays here, and half of an emoji is replaced', async () => {
  const world = new DraftWorld();
  world.type('x'.repeat(2001));
  await world.settle();
  expect([world.server, readDraft(chatId).length]).toEqual([null, 2001]);
  world.type('half \ud83d');
  await world.settle();
  expect([world.server?.text, isUnsaved(chatId)]).toEqual(['half \ufffd', false]);
});

it('a session that has ended leaves what the server does not have', async () => {
  const world = new DraftWorld();
  world.type('saved');
  await world.settle();
  storeDraft('ann--eve', 'not saved');
  forgetSavedDrafts();
  expect([readDraft(chatId), readDraft('ann--eve')]).toEqual(['', 'not saved']);
  expect(deviceStorage.keys().filter((key) => key.includes('saved'))).toEqual([]);
});

it.each(['while it listens', 'while it was away'])(
  'words to somebody who is a friend no more stay on the device that learns of it %s, and are a draft again once they are one',
  async (when) => {
    const world = new DraftWorld();
    world.type('words');
    await world.settle();
    world.isOpen = false;
    world.write(null);
    if (when === 'while it listens') world.drafts.closed(chatId, world.head);
    await world.drafts.load();
    expect(readDraft(chatId)).toBe('words');
    world.isOpen = true;
    await world.drafts.load();
    await world.settle();
    expect([readDraft(chatId), world.server?.text]).toEqual(['words', 'words']);
  },
);

it('a device that only follows has them no more, and does not bring back what is discarded where it was written', async () => {
  const world = new DraftWorld();
  world.write({ text: 'words', replyTo: null, clientId: 'elsewhere' });
  world.hear(false);
  expect(readDraft(chatId)).toBe('words');
  world.isOpen = false;
  world.write(null);
  await world.drafts.load();
  expect(readDraft(chatId)).toBe('');
});
