// Lists of chats that were not the server's for good, as random histories have found them.
import { Keeping } from './keeping.js';
import { LocalStore } from './local-store.js';
import { expectLists } from './testing/expect-lists.js';
import { memoryDatabase } from './testing/memory-database.js';
import { SimulatedDevice } from './testing/simulated-device.js';
import { SimulatedServer } from './testing/simulated-server.js';
import type { DeviceOptions } from './testing/simulated-tab.js';

const chatId = 'b--c';

/** The device of c, after b has written so many messages. */
async function start(sent: number, options: DeviceOptions = { isSlow: true }) {
  const server = new SimulatedServer();
  for (let nth = 0; nth < sent; nth++) server.send('b', chatId);
  const device = await SimulatedDevice.start(server, 'c', options);
  await device.settleLists();
  await device.write(0);
  return { server, device };
}

describe('a list of chats is in the end the one of the server', () => {
  it('also in a tab that takes what was written before the last messages', async () => {
    const { server, device } = await start(1);
    server.read('b', chatId, 1);
    device.deliver(0);
    // It has read what is kept, and does not hear yet what the first one hears.
    await device.openAnother({ chatId: null, isLate: true });
    await device.write(0);
    for (let sent = 0; sent < 2; sent++) {
      server.send('b', chatId);
      device.deliver(0);
    }
    device.lookAtList(device.tabs[1]);
    // What the first one knows by now is in a list that has to be read anew, so that it is not written.
    device.tabs[0]!.store.suspectList();
    await device.join();
    await device.settleLists();
    expectLists(device, server);
  });

  it('also from the device, when nothing but a message has come since it was written', async () => {
    const { server, device } = await start(1);
    server.send('b', chatId);
    device.deliver(0);
    await device.write(0);
    await device.reopen(0, { chatId: null });
    expectLists(device, server);
  });

  it('also when the newest message was hidden while events were missed', async () => {
    const { server, device } = await start(1);
    server.send('b', chatId);
    device.deliver(0);
    server.change('c', chatId, 1, 'hide');
    device.reset();
    await device.settleLists();
    expectLists(device, server);
  });

  it('also when a chat has moved to a page that was read before', async () => {
    const { server, device } = await start(1, { listLimit: 1 });
    server.send('a', 'a--c');
    device.reset();
    device.lookAtList();
    device.answer(0);
    await device.arrive(0);
    server.send('b', chatId);
    device.deliver(0);
    await device.settleLists();
    expectLists(device, server);
  });

  it('also when a page comes late with a chat that was hidden meanwhile', async () => {
    const { server, device } = await start(0);
    const { store } = device.tabs[0]!;
    store.suspectList();
    device.lookAtList();
    server.send('b', chatId);
    device.answer(0);
    server.change('c', chatId, 0, 'hide');
    for (const tab of [0, 0]) device.deliver(tab);
    device.lookAtList();
    device.answer(0);
    await device.arrive(1);
    await device.settleLists();
    expectLists(device, server);
  });

  it('also when one of several messages was read on another device', async () => {
    const server = new SimulatedServer();
    for (const sender of ['b', 'c'] as const) server.send(sender, chatId);
    const device = await SimulatedDevice.start(server, 'c');
    await device.settleLists();
    server.read('c', chatId, 1);
    await device.settleLists();
    expectLists(device, server);
  });

  it.each([true, false])(
    'also when that was heard before an older list came, %j: the first',
    async (isFirst) => {
      const server = new SimulatedServer();
      for (const sender of ['b', 'c'] as const) server.send(sender, chatId);
      const device = await SimulatedDevice.start(server, 'c');
      if (!isFirst) await device.settleLists();
      device.tabs[0]!.store.suspectList();
      device.lookAtList();
      device.answer(0);
      server.read('c', chatId, 1);
      device.deliver(0);
      await device.settleLists();
      expectLists(device, server);
    },
  );

  it('also when it was read after events were missed, and the list was asked for in between', async () => {
    const { server, device } = await start(1);
    device.reset();
    device.lookAtList();
    device.answer(0);
    server.read('c', chatId, 1);
    device.deliver(0);
    await device.settleLists();
    expectLists(device, server);
  });

  it('also in a tab that begins with nothing, and hears of a change before it has read what is kept', async () => {
    const { server, device } = await start(0);
    await device.openAnother({ chatId: null, isBlank: true });
    server.send('b', chatId);
    device.deliver(0);
    server.change('b', chatId, 0, 'edit');
    await device.settleLists();
    expectLists(device, server);
  });

  it('also after a tab that began with nothing has had the stream', async () => {
    const { server, device } = await start(0);
    await device.openAnother({ chatId: null, isBlank: true });
    server.send('b', chatId);
    for (const tab of [0, 1]) device.deliver(tab);
    await device.reopen(0, { chatId: null });
    await device.settleLists();
    await device.write(0);
    await device.reopen(0, { chatId: null });
    await device.reopen(0, { chatId: null });
    for (let sent = 0; sent < 2; sent++) {
      server.send('b', chatId);
      await device.settleLists();
      expectLists(device, server);
    }
  });

  it('also from the device, after the tab with the stream was closed while another one read what is kept', async () => {
    const { server, device } = await start(1);
    await device.openAnother({ chatId: null });
    await device.sayCursor();
    device.deliver(1);
    server.send('b', chatId);
    for (const tab of [0, 1]) device.deliver(tab);
    await device.reopen(0, { chatId: null });
    await device.settleLists();
    await device.write(0);
    await device.reopen(1, { chatId: null });
    expectLists(device, server);
  });

  it('also when a page that was asked for twice comes again, without the message that was hidden meanwhile', async () => {
    const { server, device } = await start(2);
    device.tabs[0]!.store.suspectList();
    for (const nth of [0, 0]) {
      device.lookAtList();
      device.answer(nth);
      // The second one is read later, and arrives first.
      if (device.tabs[0]!.requests.length === 1) server.change('c', chatId, 1, 'hide');
    }
    device.deliver(0);
    await device.arrive(1);
    await device.settleLists();
    expectLists(device, server);
  });

  it('also in a tab that asked for it before it knew that another one had missed events', async () => {
    const { server, device } = await start(0, {});
    await device.openAnother({ chatId: null, isBlank: true });
    server.send('b', chatId);
    device.deliver(0);
    server.change('c', chatId, 0, 'hide');
    await device.sayCursor();
    // It has the stream before it has heard anything, so that it begins anew.
    await device.reopen(0, { chatId: null, isBlank: true });
    server.send('c', chatId);
    device.lookAtList(device.tabs[1]);
    device.deliver(0);
    await device.settleLists();
    expectLists(device, server);
  });

  it('also in a tab that got the stream from one that had restarted while it read what is kept', async () => {
    const { server, device } = await start(0);
    await device.openAnother({ chatId: null, isBlank: true });
    server.send('c', chatId);
    device.lookAtList(device.tabs[1]);
    device.answer(0, device.tabs[1]);
    server.send('b', chatId);
    await device.sayCursor();
    device.deliver(1);
    device.lookAtList(device.tabs[1]);
    server.send('c', chatId);
    device.reset();
    await device.write(0);
    await device.reopen(0, { chatId: null, isBlank: true });
    await device.settleLists();
    expectLists(device, server);
  });

  it('and is kept, also when the tabs that had the stream were closed before they could write', async () => {
    const { server, device } = await start(1);
    await device.openAnother({ chatId: null });
    await device.sayCursor();
    // It has the stream while it reads what is kept, and does not write yet.
    device.deliver(1);
    server.send('b', chatId);
    await device.reopen(0, { chatId: null, isBlank: true, isLate: true });
    device.deliver(0);
    // The next one is told of more than is kept.
    device.lookAtList(device.tabs[1]);
    await device.sayCursor();
    device.deliver(1);
    await device.reopen(0, { chatId: null });
    for (let sent = 0; sent < 2; sent++) {
      await device.settleLists();
      await device.write(0);
      expect(await device.isKept()).toBe(true);
      server.send('b', chatId);
    }
    await device.settleLists();
    expectLists(device, server);
  });

  it('also in a tab that has missed events while it read what is kept', async () => {
    const { server, device } = await start(1);
    await device.openAnother({ chatId: null });
    await device.sayCursor();
    device.deliver(1);
    device.answer(0, device.tabs[1]);
    server.send('b', chatId);
    device.reset();
    device.deliver(1);
    await device.settleLists();
    expectLists(device, server);
    const [first, second] = device.tabs;
    expect(second!.store.epoch).toBe(first!.store.epoch);
  });

  it('a tab that follows another one, which keeps nothing, knows of which log', async () => {
    const source = { readChatPage: failing, readHistoryPage: failing, readPinned: failing };
    const store = new LocalStore('c', source);
    await new Keeping(store, memoryDatabase()).follow('5');
    expect(store).toMatchObject({ epoch: '5', cursor: '5', stamp: 5 });
  });
});

const failing = () => Promise.reject(new Error('no network'));
