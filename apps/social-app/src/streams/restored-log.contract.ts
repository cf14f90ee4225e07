import type { Database } from '@triptych/postgres';
import { openEvents, openReadyEvents, type EventClient } from '../testing/event-client.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

/** A database with a back-up. */
export interface RestorableDatabase {
  open(): Promise<Database>;
  /** While nobody has it open. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
  drop(): Promise<void>;
}

const send = '/api/message/send';

/** A client that resumes on a log which was restored meanwhile, on either kind of database. */
export function restoredLogContract(prepare: () => Promise<RestorableDatabase>): void {
  it('a log that was restored answers `reset`, and none to who was not ahead of the back-up', async () => {
    const database = await prepare();
    const clients: EventClient[] = [];
    const start = async () => {
      const world = await createTestApp({ database: await database.open() });
      return { world, base: await world.app.listen({ port: 0, host: '127.0.0.1' }) };
    };
    const say = async (world: TestApp, ...texts: string[]) => {
      for (const text of texts) await world.post(alice, send, { chatId, text });
    };

    const first = await start();
    const { alice, bob, chatId } = await first.world.joinFriends();
    await say(first.world, 'kept');
    await first.world.close();
    await database.backUp();

    const second = await start();
    const early = await openReadyEvents(second.base, bob);
    const idOfBackup = early.lastId();
    await say(second.world, 'lost', 'lost too');
    await early.until(3);
    const idAfterwards = early.lastId();
    early.close();
    await second.world.close();
    await database.restore();

    const { world, base } = await start();
    const resume = (id: string) => {
      const client = openEvents(base, bob, `?since=${id}`);
      clients.push(client);
      return client;
    };
    await say(world, 'other', 'also other', 'more');
    expect(idAfterwards).toMatch(/^5-/);
    const [reset] = await resume(idAfterwards).until(1);
    expect(reset).toMatchObject({ id: 6, type: 'reset', data: { cursor: 6 } });
    const texts = async (id: string) =>
      (await resume(id).until(3)).map(({ data }) => data.message.text);
    expect(await texts(idOfBackup)).toEqual(['other', 'also other', 'more']);
    // As release 0.1 gave ids.
    expect(await texts('3')).toEqual(['other', 'also other', 'more']);
    clients.forEach((client) => client.close());
    await world.close();
    await database.drop();
  }, 300_000);
}
