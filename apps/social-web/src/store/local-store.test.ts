import { jest } from '@jest/globals';
import fc from 'fast-check';
import { SimulatedChat } from './testing/simulated-chat.js';

const seq = fc.integer({ min: 1, max: 30 });
const around = fc.option(seq, { freq: 3 });
const nth = fc.nat(5);

type Step = (chat: SimulatedChat) => unknown;
const step = fc.oneof<fc.Arbitrary<[string, Step]>[]>(
  fc.boolean().map((isOwn) => [`send ${isOwn}`, (chat) => chat.send(isOwn)]),
  fc
    .tuple(seq, fc.constantFrom('edit', 'delete', 'react', 'hide', 'read' as const))
    .map(([at, kind]) => [`${kind} ${at}`, (chat) => chat.change(at, kind)]),
  fc.nat(3).map((n) => [`mute ${n}`, (chat) => chat.mute(n ? `until ${n}` : null)]),
  around.map((at) => [`look at ${at}`, (chat) => chat.look(at)]),
  nth.map((n) => [`answer ${n}`, (chat) => chat.answer(n)]),
  nth.map((n) => [`arrive ${n}`, (chat) => chat.arrive(n)]),
  nth.map((n) => [`deliver ${n}`, (chat) => chat.deliver(n)]),
  nth.map((n) => [`deliver ${n}`, (chat) => chat.deliver(n)]),
);
const tabStep = fc.oneof<fc.Arbitrary<[string, Step]>[]>(
  nth.map((n) => [`write ${n}`, (chat) => chat.write(n)]),
  nth.map((n) => [`reopen ${n}`, (chat) => chat.reopen(n)]),
  fc.constant<[string, Step]>(['open a second', (chat) => chat.openSecond()]),
  fc.constant<[string, Step]>(['join', (chat) => chat.join()]),
);
const rareStep = fc.oneof(
  { weight: 30, arbitrary: step },
  { weight: 10, arbitrary: tabStep },
  { weight: 1, arbitrary: fc.constant<[string, Step]>(['reset', (chat) => chat.reset()]) },
);
const history = fc.array(rareStep, { maxLength: 120, size: 'max' });
/** A few seconds with one seed; STORE_RUNS=20000 takes as many others. A failure prints its seed. */
const runs = process.env['STORE_RUNS'];
const size = runs === undefined ? { numRuns: 60, seed: 16 } : { numRuns: Number(runs) };
jest.setTimeout(runs === undefined ? 20_000 : 3_600_000);

/** Every message of the server between the first that is shown and the first gap is shown, unless it is hidden. */
function expectNoHole(chat: SimulatedChat, at: number | null, tab: number): void {
  const { messages, from, wholeUntil } = chat.shown(at, tab);
  const shown = new Set(messages.map((message) => message.seq));
  const expected = chat.visible.filter((one) => one.seq >= from && one.seq <= wholeUntil);
  expect(expected.filter((one) => !shown.has(one.seq))).toEqual([]);
}

describe('the local store, whatever comes when', () => {
  it('shows no message twice, none out of place, and no hole that is not known', async () => {
    await fc.assert(
      fc.asyncProperty(history, around, async (steps, at) => {
        const chat = await SimulatedChat.start();
        for (const [, run] of steps) {
          await run(chat);
          for (const tab of [0, 1]) {
            expectNoHole(chat, at, tab);
            const seqs = chat.shown(at, tab).messages.map((message) => message.seq);
            expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
          }
        }
      }),
      size,
    );
  });

  it('shows in the end what the server has, and as many unread ones', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const chat = await SimulatedChat.start();
        for (const [, run] of steps) await run(chat);
        await chat.settle();
        const expectAsServer = (tab: number) => {
          const { messages, from, hasNewer } = chat.shown(null, tab);
          expect(messages).toEqual(chat.visible.filter((one) => one.seq >= from));
          expect(hasNewer).toBe(false);
          expect(chat.shownUnread(tab)).toBe(chat.unread);
          if (chat.visible.length > 0) expect(chat.shownMute(tab)).toBe(chat.mutedUntil);
        };
        expectAsServer(0);
        expectAsServer(1);
        // What is kept shows the same before anything is asked for, but for gaps that are known: two tabs together may know
        // a message far above the end.
        for (const tab of [0, 1]) await chat.write(tab);
        for (const tab of [0, 0]) await chat.reopen(tab);
        const { messages, hasNewer } = chat.shown(null, 0);
        const shown = new Set(messages.map((message) => message.seq));
        expect(messages).toEqual(chat.visible.filter((one) => shown.has(one.seq)));
        expectNoHole(chat, null, 0);
        expect(hasNewer).toBe(false);
        expect(chat.shownUnread(0)).toBe(chat.unread);
        // And with what is asked for then, all of it.
        await chat.settle();
        expectAsServer(0);
      }),
      size,
    );
  });
});
