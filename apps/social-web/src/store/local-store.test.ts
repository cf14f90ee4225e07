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
  around.map((at) => [`look at ${at}`, (chat) => chat.look(at)]),
  nth.map((n) => [`answer ${n}`, (chat) => chat.answer(n)]),
  nth.map((n) => [`arrive ${n}`, (chat) => chat.arrive(n)]),
  fc.constant<[string, Step]>(['deliver', (chat) => chat.deliver()]),
  fc.constant<[string, Step]>(['deliver', (chat) => chat.deliver()]),
);
const rareStep = fc.oneof(
  { weight: 30, arbitrary: step },
  { weight: 1, arbitrary: fc.constant<[string, Step]>(['reset', (chat) => chat.reset()]) },
);
const history = fc.array(rareStep, { maxLength: 120, size: 'max' });
/** A few seconds with one seed; STORE_RUNS=20000 takes as many others. A failure prints its seed. */
const runs = process.env['STORE_RUNS'];
const size = runs === undefined ? { numRuns: 60, seed: 16 } : { numRuns: Number(runs) };

/** Every message of the server between the first that is shown and the first gap is shown, unless it is hidden. */
function expectNoHole(chat: SimulatedChat, at: number | null): void {
  const { messages, from, wholeUntil } = chat.shown(at);
  const shown = new Set(messages.map((message) => message.seq));
  const expected = chat.visible.filter((one) => one.seq >= from && one.seq <= wholeUntil);
  expect(expected.filter((one) => !shown.has(one.seq))).toEqual([]);
}

describe('the local store, whatever comes when', () => {
  it('shows no message twice, none out of place, and no hole that is not known', async () => {
    await fc.assert(
      fc.asyncProperty(history, around, async (steps, at) => {
        const chat = new SimulatedChat();
        for (const [, run] of steps) {
          await run(chat);
          expectNoHole(chat, at);
          const seqs = chat.shown(at).messages.map((message) => message.seq);
          expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        }
      }),
      size,
    );
  });

  it('shows in the end what the server has, and as many unread ones', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const chat = new SimulatedChat();
        for (const [, run] of steps) await run(chat);
        await chat.settle();
        const { messages, from, hasNewer } = chat.shown(null);
        expect(messages).toEqual(chat.visible.filter((one) => one.seq >= from));
        expect(hasNewer).toBe(false);
        expect(chat.shownUnread).toBe(chat.unread);
      }),
      size,
    );
  });
});
