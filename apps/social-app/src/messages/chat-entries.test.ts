import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { keptEntries, plainEntries } from '../testing/busy-person.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const marks = ['deleted_at', 'lo_hidden', 'hi_hidden', 'created_at', 'edited_at'] as const;
const valueOf: Record<(typeof marks)[number], readonly string[]> = {
  deleted_at: [`now(), text = ''`, 'NULL'],
  lo_hidden: ['true', 'false', 'NOT lo_hidden'],
  hi_hidden: ['true', 'false', 'NOT hi_hidden'],
  created_at: [`created_at - interval '1 second'`],
  edited_at: ['now()'],
};
const setting = fc
  .constantFrom(...marks)
  .chain((mark) => fc.constantFrom(...valueOf[mark]).map((value) => `${mark} = ${value}`));
const change = fc.record({
  set: fc.uniqueArray(setting, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => each.split(' ')[0],
  }),
  chats: fc.subarray([0, 1, 2], { minLength: 1 }),
  seqs: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 }),
  read: fc.nat(8),
});

it('what is kept of chats is what their messages say, whatever one statement does to many of several chats', async () => {
  const alice = await world.join();
  const chatIds: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const friend = await world.join();
    await world.post(friend, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/accept', { id: friend.id });
    const chatId = [alice.id, friend.id].sort().join('--');
    chatIds.push(chatId);
    for (let seq = 1; seq <= 8; seq += 1)
      await world.post(seq % 3 ? friend : alice, '/api/message/send', { chatId, text: `m${seq}` });
    await world.post(alice, '/api/message/pin', { chatId, seq: 2 + n });
    await world.post(alice, '/api/message/pin', { chatId, seq: 1 });
  }
  await fc.assert(
    fc.asyncProperty(change, async ({ set, chats, seqs, read }) => {
      await world.query(
        `UPDATE messages SET ${set.join(', ')} WHERE chat_id = ANY ($1::text[]) AND seq = ANY ($2::int[])`,
        [chats.map((n) => chatIds[n]!), seqs],
      );
      await world.query('UPDATE chats SET lo_read = $1 WHERE id = $2', [read, chatIds[chats[0]!]!]);
      expect(await world.query(keptEntries)).toEqual(await world.query(plainEntries));
      const pinned = await world.query(
        'SELECT chat_id, seq FROM chats JOIN messages ON chat_id = chats.id AND seq = ANY (pins) WHERE deleted_at IS NOT NULL',
      );
      expect(pinned).toEqual([]);
    }),
    { ...propertySize(60), endOnFailure: true },
  );
});
