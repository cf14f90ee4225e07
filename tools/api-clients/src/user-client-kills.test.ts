import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@triptych/free-port';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import { createUserClient, type User } from '@triptych/user-client';

const main = new URL('../../../apps/user-service/src/main.ts', import.meta.url);
const { launch, endAll } = serviceProcesses(main);
const key = 'a-key-that-only-this-test-knows';
const data = mkdtempSync(join(tmpdir(), 'user-service-'));
afterAll(() => {
  endAll();
  rmSync(data, { recursive: true });
});

const writers = 4;
const rounds = 3;
const usersEach = 15;

// Three starts of the service with its embedded database.
it('has an exact copy though the service is killed, and registers nobody twice', async () => {
  const PORT = String(await freePort());
  const start = () => launch({ API_KEYS: key, DATA_DIR: data, PORT });
  let service: ServiceProcess = await start();
  const client = createUserClient({
    baseUrl: service.address,
    apiKey: key,
    ...{ deadlineMs: 90_000, retries: 200, firstPauseMs: 20 },
  });

  const table = new Map<string, User>();
  const stop = new AbortController();
  let cursor = '';
  const copying = (async () => {
    for await (const change of client.copy({ signal: stop.signal, limit: 20 })) {
      if (change.kind === 'put') table.set(change.user.ID, change.user);
      else if (change.kind === 'remove') table.delete(change.id);
      else if (change.kind === 'checkpoint') cursor = change.cursor;
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });

  const write = async (round: number, writer: number) => {
    for (let n = 0; n < usersEach; n += 1) {
      const Email = `u${round}-${writer}-${n}@example.org`;
      // A second registration of the same e-mail would be a 409, and fail the test.
      await client.registerUser({ FullName: 'a', Email });
      if (n % 5 === 0) await client.removeUser(Email);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(round, at)));
    if (round > 0) {
      await service.stop('SIGKILL');
      service = await start();
    }
    await writing;
  }

  // Nothing changes any more, so the cursor of an export is that of the last event.
  const { users, cursor: newest } = await client.exportUsers();
  const expected: User[] = [];
  for await (const user of users) expected.push(user);
  expect(expected).toHaveLength(rounds * writers * usersEach * 0.8);
  while (cursor !== newest) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  await copying;
  const byEmail = (one: User, other: User) => (one.Email < other.Email ? -1 : 1);
  expect([...table.values()].sort(byEmail)).toEqual(expected.sort(byEmail));
  await service.stop();
});
