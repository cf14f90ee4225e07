// One chat of somebody at a device with up to two tabs, over a network that delays and reorders.
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import type { Message } from '../api/chats.js';
import { pageLimit } from './testing/history-page.js';
import { SimulatedDevice } from './testing/simulated-device.js';
import { SimulatedServer } from './testing/simulated-server.js';

const [me, partner, chatId] = ['a', 'b', 'a--b'] as const;

/** Their device, and the server. */
async function start() {
  const server = new SimulatedServer();
  const device = await SimulatedDevice.start(server, me);
  return {
    server,
    device,
    shown: (at: number | null, tab: number) => device.shown(device.tab(tab), chatId, at),
    visible: () => server.visible(me, chatId),
  };
}
type World = Awaited<ReturnType<typeof start>>;

const seq = fc.integer({ min: 1, max: 30 });
const around = fc.option(seq, { freq: 3 });
const nth = fc.nat(5);

type Step = (device: SimulatedDevice, server: SimulatedServer) => unknown;
const step = fc.oneof<fc.Arbitrary<[string, Step]>[]>(
  fc
    .tuple(fc.boolean(), fc.option(seq))
    .map(([isOwn, to]) => [
      `send ${isOwn} to ${to}`,
      (device, server) => (isOwn ? device.send(0, chatId, to) : server.send(partner, chatId, to)),
    ]),
  fc
    .tuple(seq, fc.constantFrom('edit', 'delete', 'react', 'hide', 'read', 'pin' as const))
    .map(([at, kind]) => [
      `${kind} ${at}`,
      (_device, server) => server.change(me, chatId, at, kind),
    ]),
  fc
    .nat(3)
    .map((n) => [
      `mute ${n}`,
      (_device, server) => server.mute(me, chatId, n ? `until ${n}` : null),
    ]),
  fc
    .nat(3)
    .map((n) => [
      `expiry ${n}`,
      (_device, server) => server.setExpiry(me, chatId, n ? n * 300 : null),
    ]),
  fc
    .tuple(fc.constantFrom('archived', 'markedUnread' as const), fc.boolean())
    .map(([flag, isOn]) => [
      `${flag} ${isOn}`,
      (_device, server) => server.setFlag(me, chatId, flag, isOn),
    ]),
  around.map((at) => [`look at ${at}`, (device) => device.look(chatId, at)]),
  nth.map((n) => [`answer ${n}`, (device) => device.answer(n)]),
  nth.map((n) => [`arrive ${n}`, (device) => device.arrive(n)]),
  nth.map((n) => [`deliver ${n}`, (device) => device.deliver(n)]),
  nth.map((n) => [`deliver ${n}`, (device) => device.deliver(n)]),
);
const tabStep = fc.oneof<fc.Arbitrary<[string, Step]>[]>(
  nth.map((n) => [`write ${n}`, (device) => device.write(n)]),
  nth.map((n) => [`reopen ${n}`, (device) => device.reopen(n)]),
  fc.constant<[string, Step]>(['open a second', (device) => device.openSecond()]),
  fc.constant<[string, Step]>(['join', (device) => device.join()]),
);
const rareStep = fc.oneof(
  { weight: 30, arbitrary: step },
  { weight: 10, arbitrary: tabStep },
  { weight: 1, arbitrary: fc.constant<[string, Step]>(['reset', (device) => device.reset()]) },
);
/** What happens while messages are sent over a stream that breaks again and again. */
const sending = fc.array(
  fc.oneof<fc.WeightedArbitrary<[string, Step]>[]>(
    {
      weight: 2,
      arbitrary: fc
        .boolean()
        .map((isOwn) => [
          `send ${isOwn}`,
          (device, server) => (isOwn ? device.send(0, chatId) : server.send(partner, chatId)),
        ]),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('edit', 'delete' as const)
        .map((kind) => [`own ${kind}`, (device) => device.change(0, chatId, kind)]),
    },
    {
      weight: 1,
      arbitrary: fc.constant(['look', (device) => device.look(chatId, null)]),
    },
    { weight: 4, arbitrary: nth.map((n) => [`answer ${n}`, (device) => device.answer(n)]) },
    { weight: 4, arbitrary: nth.map((n) => [`arrive ${n}`, (device) => device.arrive(n)]) },
    { weight: 1, arbitrary: nth.map((n) => [`deliver ${n}`, (device) => device.deliver(n)]) },
    { weight: 1, arbitrary: fc.constant(['reset', (device) => device.reset()]) },
  ),
  { maxLength: 60, size: 'max' },
);
const history = fc.array(rareStep, { maxLength: 120, size: 'max' });

/**
 * Every message of the server between the first that is shown and the first gap is shown once and in its place, unless it is
 * hidden. Asked after every step: `expect` itself would take most of the time, so it is told of faults alone.
 */
function expectNoHole({ shown: shownIn, visible }: World, at: number | null, tab: number): void {
  const { messages, from, wholeUntil } = shownIn(at, tab);
  const shown = new Set(messages.map((message) => message.seq));
  const missing = visible().filter(
    ({ seq }) => seq >= from && seq <= wholeUntil && !shown.has(seq),
  );
  const misplaced = messages.filter(({ seq }, index) => seq <= (messages[index - 1]?.seq ?? 0));
  if (missing.length + misplaced.length > 0) expect({ missing, misplaced }).toBeUndefined();
}

/**
 * What is shown is at least as new as what the server said it has taken. Of as many as a page has: what is further up may be
 * forgotten once events were missed, and is asked for again.
 */
function expectConfirmed({ server, device, shown }: World, tab: number): void {
  const { messages } = shown(null, tab);
  const shownAt = new Map(messages.map((message) => [message.seq, message]));
  const first = server.messages(chatId).length - pageLimit;
  const lacking = device.tab(tab).confirmed.filter(({ seq, deletedAt, editedAt }) => {
    if (seq <= first || server.isHidden(me, chatId, seq)) return false;
    const found = shownAt.get(seq);
    if (!found || found.deletedAt !== null) return !found;
    return deletedAt !== null || (found.editedAt ?? '') < (editedAt ?? '');
  });
  if (lacking.length > 0) expect({ lacking, messages }).toBeUndefined();
}

/** Of a quoted message that is gone, nobody is shown more than that. */
const asShown = (messages: readonly Message[]) =>
  messages.map(({ replyTo, ...message }) => ({
    ...message,
    replyTo: replyTo?.text === '' ? { seq: replyTo.seq } : replyTo,
  }));
const expectSame = (messages: readonly Message[], expected: readonly Message[]) =>
  expect(asShown(messages)).toEqual(asShown(expected));

describe('the local store, whatever comes when', () => {
  it('goes on showing what the server has taken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(history, sending), async (steps) => {
        const world = await start();
        for (const [, run] of steps) {
          await run(world.device, world.server);
          for (const tab of [0, 1]) expectConfirmed(world, tab);
        }
      }),
      propertySize(60),
    );
  });

  it('shows no message twice, none out of place, and no hole that is not known', async () => {
    await fc.assert(
      fc.asyncProperty(history, around, async (steps, at) => {
        const world = await start();
        for (const [, run] of steps) {
          await run(world.device, world.server);
          for (const tab of [0, 1]) expectNoHole(world, at, tab);
        }
      }),
      propertySize(60),
    );
  });

  it('shows in the end what the server has, and as many unread ones', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await start();
        const { device, server, shown, visible } = world;
        for (const [, run] of steps) await run(device, server);
        await device.settle();
        const chatIn = (tab: number) => device.tab(tab).store.chat(chatId);
        const expectUnread = (tab: number) =>
          expect(chatIn(tab)?.unread ?? 0).toBe(server.unread(me, chatId));
        const expectAsServer = (tab: number) => {
          const { messages, from, hasNewer } = shown(null, tab);
          expectSame(
            messages,
            visible().filter((one) => one.seq >= from),
          );
          expect(hasNewer).toBe(false);
          expectUnread(tab);
          if (visible().length === 0) return;
          expect(chatIn(tab)?.expirySeconds).toBe(server.expirySeconds(chatId));
          expect(chatIn(tab)?.mutedUntil).toBe(server.mutedUntil(me, chatId));
          expect(chatIn(tab)).toMatchObject(server.flags(me, chatId));
        };
        expectAsServer(0);
        expectAsServer(1);
        // What is kept shows the same before anything is asked for, but for gaps that are known: two tabs together may know
        // a message far above the end.
        for (const tab of [0, 1]) await device.write(tab);
        for (const tab of [0, 0]) await device.reopen(tab);
        const { messages, hasNewer } = shown(null, 0);
        const seqs = new Set(messages.map((message) => message.seq));
        expectSame(
          messages,
          visible().filter((one) => seqs.has(one.seq)),
        );
        expectNoHole(world, null, 0);
        expect(hasNewer).toBe(false);
        expectUnread(0);
        // And with what is asked for then, all of it.
        await device.settle();
        expectAsServer(0);
      }),
      propertySize(60),
    );
  });
});
