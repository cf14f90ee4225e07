// The lists of chats of three people, each at a device with up to three tabs that show the list more often than a conversation,
// over a network that delays, reorders and loses. In the end every list is the server's.
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { expectLists } from './testing/expect-lists.js';
import { SimulatedDevice } from './testing/simulated-device.js';
import { chatsOf, people, SimulatedServer } from './testing/simulated-server.js';

type Step = readonly [string, (device: SimulatedDevice, server: SimulatedServer) => unknown];
const nth = fc.nat(5);
const which = fc.nat(1);
const lost = fc.nat(7).map((n) => n === 0);
const kind = fc.constantFrom(
  ...(['edit', 'delete', 'react', 'hide', 'read', 'pin', 'pin', 'unpin'] as const),
);
const chatOf = ({ me }: SimulatedDevice, n: number) => chatsOf(me)[n]!;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(nth, which)
      .map(([n, chat]): Step => [
        `send ${n} ${chat}`,
        (device) => device.send(n, chatOf(device, chat)),
      ]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(nth, kind, which)
      .map(([at, change, chat]): Step => [
        `${change} ${at} in ${chat}`,
        (device, server) => server.change(device.me, chatOf(device, chat), at, change),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nth, which)
      .map(([n, chat]): Step => [
        `mute ${n} ${chat}`,
        ({ me }, server) => server.mute(me, chatsOf(me)[chat]!, n > 2 ? `until ${n}` : null),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nth, which)
      .map(([n, chat]): Step => [
        `expiry ${n} ${chat}`,
        ({ me }, server) => server.setExpiry(me, chatsOf(me)[chat]!, n > 2 ? n * 300 : null),
      ]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('archived', 'markedUnread' as const), fc.boolean(), which)
      .map(([flag, isOn, chat]): Step => [
        `${flag} ${isOn} ${chat}`,
        ({ me }, server) => server.setFlag(me, chatsOf(me)[chat]!, flag, isOn),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nth, which)
      .map(([n, chat]): Step => [
        `look ${n} ${chat}`,
        (device) => device.look(chatOf(device, chat), null, device.tab(n)),
      ]),
  },
  {
    weight: 4,
    arbitrary: nth.map((n): Step => [
      `look at list ${n}`,
      (device) => device.lookAtList(device.tab(n)),
    ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nth, which)
      .map(([n, chat]): Step => [
        `see ${n} ${chat}`,
        (device) => device.read(n, chatOf(device, chat)),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(nth, lost)
      .map(([n, isLost]): Step => [`report ${n} ${isLost}`, (device) => device.report(n, isLost)]),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(nth, nth)
      .map(([n, tab]): Step => [
        `answer ${n} ${tab}`,
        (device) => device.answer(n, device.tab(tab)),
      ]),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(nth, lost, nth)
      .map(([n, isLost, tab]): Step => [
        `arrive ${n} ${isLost} ${tab}`,
        (device) => device.arrive(n, isLost, device.tab(tab)),
      ]),
  },
  { weight: 8, arbitrary: nth.map((n): Step => [`deliver ${n}`, (device) => device.deliver(n)]) },
);
/** What a tab opens at, and whether what is kept comes in time. */
const opening = fc.record({
  chat: fc.option(which, { freq: 2 }),
  isBlank: fc.nat(9).map((n) => n === 0),
  isLate: fc.boolean(),
});
interface At {
  readonly chat: number | null;
  readonly isBlank: boolean;
  readonly isLate: boolean;
}
const openingOf = (device: SimulatedDevice, { chat, ...rest }: At) => ({
  ...rest,
  chatId: chat === null ? null : chatOf(device, chat),
});
const tabStep: fc.Arbitrary<Step> = fc.oneof(
  nth.map((n): Step => [`write ${n}`, (device) => device.write(n)]),
  fc
    .tuple(nth, opening)
    .map(([n, at]): Step => [
      `reopen ${n} ${JSON.stringify(at)}`,
      (device) => device.reopen(n, openingOf(device, at)),
    ]),
  opening.map((at): Step => [
    `open ${JSON.stringify(at)}`,
    (device) => device.openAnother(openingOf(device, at)),
  ]),
  fc.constant<Step>(['say cursor', (device) => device.sayCursor()]),
  fc.constant<Step>(['say cursor', (device) => device.sayCursor()]),
);
const rareStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(['reset', (device) => device.reset()]),
  fc.constant<Step>(['reset', (device) => device.reset()]),
  fc
    .constantFrom(...people)
    .map((next): Step => [`sign out, then ${next}`, (device) => device.signOut(next)]),
);
const history = fc.array(
  fc.tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    fc.oneof(
      { weight: 30, arbitrary: step },
      { weight: 8, arbitrary: tabStep },
      { weight: 1, arbitrary: rareStep },
    ),
  ),
  { maxLength: 150, size: 'max' },
);

describe('the lists of three people with up to three tabs each, whatever comes when', () => {
  it.each([
    { isSlow: false, listLimit: 100 },
    { isSlow: true, listLimit: 100 },
    { isSlow: true, listLimit: 1 },
  ])('are in the end those of the server (%j)', async (options) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const server = new SimulatedServer();
        const start = (me: (typeof people)[number]) => SimulatedDevice.start(server, me, options);
        const devices = await Promise.all(people.map(start));
        for (const [at, [, run]] of steps) await run(devices[at]!, server);
        for (const device of devices) {
          await device.settleLists();
          expectLists(device, server);
          // The tab with the stream keeps everything, whatever others have written before; it may have to ask anew first.
          await device.write(0);
          expect(await device.isKept()).toBe(true);
          await device.settleLists();
          // What is kept shows the same, before anything is asked for.
          for (const [nth] of device.tabs.entries()) await device.write(nth);
          expect(await device.isKept()).toBe(true);
          await device.reopen(0, { chatId: null });
          expectLists(device, server);
        }
      }),
      propertySize(60),
    );
  });
});
