// Three people, each at a device with up to two tabs, over a network that delays, reorders and loses, with sign-outs, after which
// somebody else may sign in there. The oracle is in `expectSound` (after every step) and `expectAsServer` (in the end).
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { SimulatedDevice } from './testing/simulated-device.js';
import { chatsOf, people, SimulatedServer } from './testing/simulated-server.js';
import type { Tab } from './testing/simulated-tab.js';

type Step = readonly [string, (device: SimulatedDevice, server: SimulatedServer) => unknown];
const nth = fc.nat(5);
const which = fc.nat(1);
const seq = fc.integer({ min: 1, max: 20 });
const kind = fc.constantFrom('edit', 'delete', 'react', 'hide', 'read', 'pin' as const);
const chatOf = ({ me }: SimulatedDevice, n: number) => chatsOf(me)[n]!;

const deliver = nth.map((n): Step => [`deliver ${n}`, (device) => device.deliver(n)]);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(nth, which)
    .map(([n, chat]): Step => [`send ${n}`, (device) => device.send(n, chatOf(device, chat))]),
  fc
    .tuple(seq, kind, which)
    .map(([at, change, chat]): Step => [
      `${change} ${at} in ${chat}`,
      (device, server) => server.change(device.me, chatOf(device, chat), at, change),
    ]),
  fc
    .tuple(fc.option(seq, { freq: 3 }), which, which)
    .map(([at, chat, tab]): Step => [
      `look at ${at} in ${chat}, tab ${tab}`,
      (device) => device.look(chatOf(device, chat), at, device.tabs[tab]),
    ]),
  nth.map((n): Step => [`answer ${n}`, (device) => device.answer(n)]),
  fc
    .tuple(nth, fc.nat(7))
    .map(([n, lost]): Step => [`arrive ${n} ${lost}`, (device) => device.arrive(n, lost === 0)]),
  deliver,
  deliver,
);
const tabStep: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(3).map((n): Step => [`write ${n}`, (device) => device.write(n)]),
  nth.map((n): Step => [`reopen ${n}`, (device) => device.reopen(n)]),
  fc.constant<Step>(['open a second', (device) => device.openSecond()]),
  fc.constant<Step>(['join', (device) => device.join()]),
);
const rareStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(['reset', (device) => device.reset()]),
  fc
    .constantFrom(...people)
    .map((next): Step => [`sign out, then ${next}`, (device) => device.signOut(next)]),
);
const history = fc.array(
  fc.tuple(
    fc.nat(2),
    fc.oneof(
      { weight: 30, arbitrary: step },
      { weight: 10, arbitrary: tabStep },
      { weight: 1, arbitrary: rareStep },
    ),
  ),
  { maxLength: 200, size: 'max' },
);

/** What a tab has once shown as deleted or hidden. */
type Gone = WeakMap<Tab, Set<string>>;

/**
 * In every tab: nothing twice, nothing out of place, no hole that is not known, nothing back that was gone. Asked after every
 * step: `expect` itself would take most of the time, so it is told of faults alone.
 */
function expectSound(device: SimulatedDevice, server: SimulatedServer, gone: Gone): void {
  for (const tab of device.tabs) {
    const known = gone.get(tab) ?? new Set<string>();
    gone.set(tab, known);
    for (const chatId of chatsOf(device.me)) {
      const { messages, from, wholeUntil } = device.shown(tab, chatId);
      const seqs = new Set(messages.map((message) => message.seq));
      const misplaced = messages.filter(({ seq }, index) => seq <= (messages[index - 1]?.seq ?? 0));
      const missing = server
        .visible(device.me, chatId)
        .filter(({ seq }) => seq >= from && seq <= wholeUntil && !seqs.has(seq));
      const listed = tab.store.chat(chatId)?.lastMessage;
      const all = listed ? [...messages, listed] : messages;
      const back = all.filter(({ id, deletedAt }) => deletedAt === null && known.has(id));
      for (const { id, deletedAt } of all) if (deletedAt !== null) known.add(id);
      if (misplaced.length + missing.length + back.length > 0)
        expect({ misplaced, missing, back }).toBeUndefined();
    }
  }
}

/** Every tab shows of every chat what the server has for its person, in order, and counts as many unread. */
function expectAsServer(device: SimulatedDevice, server: SimulatedServer): void {
  const { me, tabs } = device;
  for (const tab of tabs) {
    for (const chatId of chatsOf(me)) {
      const { messages, from, hasNewer } = device.shown(tab, chatId);
      expect(messages).toEqual(server.visible(me, chatId).filter((one) => one.seq >= from));
      expect(hasNewer).toBe(false);
      expect(tab.store.chat(chatId)?.unread ?? 0).toBe(server.unread(me, chatId));
    }
  }
}

describe('three people with two tabs each, whatever comes when', () => {
  it('show in the end what the server has, and nothing that was gone meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const server = new SimulatedServer();
        const start = (me: (typeof people)[number]) => SimulatedDevice.start(server, me);
        const devices = await Promise.all(people.map(start));
        const gone: Gone = new WeakMap();
        for (const [at, [, run]] of steps) {
          await run(devices[at]!, server);
          expectSound(devices[at]!, server, gone);
        }
        for (const device of devices) device.answerAll();
        for (const device of devices) {
          await device.settle();
          expectSound(device, server, gone);
          expectAsServer(device, server);
        }
        // What is kept shows the same, before anything is asked for.
        for (const device of devices) {
          for (const tab of [0, 1, 2, 3]) await device.write(tab);
          for (const tab of [0, 0]) await device.reopen(tab);
          for (const chatId of chatsOf(device.me)) await device.tabs[0]!.store.opened.open(chatId);
          const [first] = device.tabs;
          device.tabs = [first!];
          expectAsServer(device, server);
        }
      }),
      propertySize(25),
    );
  });

  it('a deletion that one tab has seen is not taken back by what the other has kept', async () => {
    const server = new SimulatedServer();
    const device = await SimulatedDevice.start(server, 'c');
    await device.openSecond();
    server.send('b', 'b--c');
    device.deliver(0);
    server.change('b', 'b--c', 0, 'delete');
    // As a browser that has read the stream anew.
    device.tabs[1]!.store.putNew(server.messages('b--c')[0]!, 1);
    const texts = () => device.tabs.map((tab) => device.shown(tab, 'b--c').messages[0]?.text);
    expect(texts()).toEqual(['text 0', '']);
    await device.join();
    expect(texts()).toEqual(['text 0', '']);
  });

  it('a deletion that a tab has read from a page while it joins is not taken back by what the first tab has kept', async () => {
    const server = new SimulatedServer();
    const device = await SimulatedDevice.start(server, 'c');
    const [first] = device.tabs;
    await device.openSecond();
    server.send('b', 'b--c');
    device.deliver(0);
    await device.look('b--c', null);
    await settleReplies(device, first!);
    server.change('b', 'b--c', 0, 'delete');
    const second = device.tabs[1]!;
    await device.look('b--c', null, second);
    await settleReplies(device, second);
    const text = () => device.shown(second, 'b--c').messages[0]?.text;
    expect(text()).toBe('');
    await device.join();
    expect(text()).toBe('');
    // It listened all the time, so that no page has to confirm it.
    expect(device.shown(second, 'b--c').missing).toBe(null);
  });

  it('what a page could not know yet is no hole, although a later message is known before it arrives', async () => {
    const server = new SimulatedServer();
    const device = await SimulatedDevice.start(server, 'c');
    const [tab] = device.tabs;
    server.send('b', 'b--c');
    await device.look('b--c', null);
    for (const nth of [0, 0]) device.answer(nth);
    server.send('b', 'b--c');
    device.send(0, 'b--c');
    device.answer(0);
    // The confirmation, and then the page.
    await device.arrive(2);
    await settleReplies(device, tab!);
    for (const nth of [0, 0, 0]) device.deliver(nth);
    expect(device.shown(tab!, 'b--c').messages).toHaveLength(3);
  });

  it('an own message that is confirmed after the stream was opened anew stays on the screen', async () => {
    const server = new SimulatedServer();
    const device = await SimulatedDevice.start(server, 'c');
    const [tab] = device.tabs;
    server.send('b', 'b--c');
    device.deliver(0);
    device.send(0, 'b--c');
    device.reset();
    await settleReplies(device, tab!);
    expect(device.shown(tab!, 'b--c').messages).toHaveLength(2);
    // A page confirms it.
    expect(device.shown(tab!, 'b--c').missing).toEqual({});
  });

  it('a tab that takes over the stream from one that has restarted goes on keeping what comes', async () => {
    const server = new SimulatedServer();
    const device = await SimulatedDevice.start(server, 'c');
    await device.write(0);
    server.send('b', 'b--c');
    device.reset();
    // It has read what was kept before the restart; its stream goes on there when the one that has restarted is closed.
    await device.openSecond();
    await device.write(0);
    await device.reopen(0);
    device.deliver(0);
    await device.write(0);
    await device.openSecond();
    await device.tabs[1]!.store.opened.open('b--c');
    expect(device.shown(device.tabs[1]!, 'b--c').messages).toHaveLength(1);
  });
});

async function settleReplies(device: SimulatedDevice, tab: Tab): Promise<void> {
  while (tab.requests.length > 0) {
    device.answer(0, tab);
    await device.arrive(0, false, tab);
  }
}
