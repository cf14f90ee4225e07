import { createTestApp, type TestApp, type TestStores } from '../testing/test-app.js';
import { userStoreContract } from './user-store.contract.js';

/** What holds of the store and of the whole service on either real database. */
export function registrationContract(open: () => Promise<TestStores>): void {
  let test: TestStores;
  let service: TestApp;

  beforeAll(async () => {
    test = await open();
    service = await createTestApp(test);
  });
  beforeEach(() => test.reset());
  afterAll(() => service.close());

  userStoreContract(async () => ({ ...test.stores.users, ...test.stores.idempotency }));

  it('lets one of 50 racing registrations of one address win: one 200, 49 times 409', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        service.register({ FullName: `Racer ${n}`, Email: 'race@example.org' }),
      ),
    );
    const statuses = replies.map((reply) => reply.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const winner = replies.find((reply) => reply.statusCode === 200)!;
    expect((await service.find('race@example.org')).json()).toEqual(winner.json());
  });

  it('lets one of 50 racing registrations win also when each has a key of its own', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        service.register(
          { FullName: 'Racer', Email: 'race@example.org' },
          { 'idempotency-key': `key-${n}` },
        ),
      ),
    );
    const statuses = replies.map((reply) => reply.statusCode).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('forgets the outcome of a key after 24 hours', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { statusCode } = await service.register(
      { FullName: 'A', Email: 'a@example.org' },
      headers,
    );
    expect(statusCode).toBe(200);
    await test.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const later = await service.register({ FullName: 'B', Email: 'b@example.org' }, headers);
    expect(later.json().data.FullName).toBe('B');
    await test.stores.idempotency.removeExpired();
    expect(await test.query('SELECT key FROM idempotency_keys')).toHaveLength(1);
    await test.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    await test.stores.idempotency.removeExpired();
    expect(await test.query('SELECT key FROM idempotency_keys')).toEqual([]);
  });

  it('keeps characters of every script as they were sent', async () => {
    const person = {
      FullName: 'Łucja 中村 👩‍🚀',
      Email: 'jösé@münchen.de',
      Phone: '+91 1234567890',
      ContactAddress: 'Straße 1\nZürich\t🇨🇭',
    };
    expect((await service.register(person)).statusCode).toBe(200);
    expect((await service.find(person.Email)).json().data).toMatchObject(person);
  });
}
