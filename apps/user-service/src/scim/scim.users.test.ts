import { expectError, scimClientOf, useScimService } from '../testing/scim-client.contract.js';
import { createTestApp } from '../testing/test-app.js';

const { send, create, patch, manage, stores, service } = useScimService();
const query = (sql: string) => stores().query(sql);

const audited = () => query('SELECT action, subject::text, key FROM audit ORDER BY at, id');
const events = async () =>
  (await query('SELECT type, data FROM user_events ORDER BY epoch, xid, seq')) as {
    type: string;
    data: object | null;
  }[];

describe('a user', () => {
  it('is one of the register, found by its documented routes', async () => {
    const reply = await send('POST', '/Users', {
      userName: 'ann@example.org',
      name: { givenName: 'Ann', familyName: 'Lee' },
      phoneNumbers: [
        { type: 'mobile', value: '2' },
        { type: 'Work', value: '1' },
      ],
      addresses: [{ formatted: 'x' }],
    });
    const { id, meta } = reply.json();
    expect(reply.headers).toMatchObject({
      location: `http://localhost:80/scim/v2/Users/${id}`,
      etag: meta.version,
      'cache-control': 'no-store',
    });
    expect(meta.location).toBe(reply.headers.location);
    const found = (await service().find('ann@example.org')).json();
    const data = { FullName: 'Ann Lee', Email: 'ann@example.org', Phone: '1', ContactAddress: 'x' };
    expect(found).toEqual({ data: { ID: id, ...data } });
  });

  it('who registered by another way has names, an e-mail and is active', async () => {
    const person = { FullName: 'Ann van  Lee', Email: 'ann@example.org', Phone: '1' };
    const { ID: id } = (await service().register(person)).json().data;
    const resource = (await send('GET', `/Users/${id}`)).json();
    expect(resource).toMatchObject({
      ...{ id, userName: person.Email, displayName: 'Ann van  Lee', active: true },
      name: { formatted: 'Ann van  Lee', givenName: 'Ann van', familyName: 'Lee' },
      emails: [{ value: person.Email, type: 'work', primary: true }],
    });
    expect(resource.addresses).toBeUndefined();
    expect((await patch(id, { op: 'replace', value: { active: false } })).json().displayName).toBe(
      'Ann van  Lee',
    );
  });

  it('has the names that were given last, whichever way that was', async () => {
    const { id } = await create({ name: { givenName: 'Ann', familyName: 'Lee' }, externalId: 'e' });
    await manage('PATCH', '/users/ann@example.org', { FullName: 'Eve Ray' });
    const resource = (await send('GET', `/Users/${id}`)).json();
    expect(resource.name).toEqual({ formatted: 'Eve Ray', givenName: 'Eve', familyName: 'Ray' });
    expect(resource.externalId).toBe('e');
  });

  it('keeps what SCIM keeps when another way changes the e-mail, and loses it with the removal', async () => {
    const { id } = await create({ externalId: 'e', active: false });
    await manage('PATCH', '/users/ann@example.org', { Email: 'eve@example.org' });
    const resource = (await send('GET', `/Users/${id}`)).json();
    expect(resource).toMatchObject({ userName: 'eve@example.org', externalId: 'e', active: false });
    expect((await manage('DELETE', '/users/eve@example.org')).statusCode).toBe(204);
    expect(await query('SELECT * FROM scim_users')).toEqual([]);
  });

  it('without any name has what the e-mail begins with', async () => {
    expect((await create()).displayName).toBe('ann');
  });
});

describe('every change', () => {
  it('has its event and its row in the audit log; what changes nothing has neither', async () => {
    await query('TRUNCATE audit, user_events');
    const { id } = await create({ displayName: 'Ann' });
    await patch(id, { op: 'replace', path: 'displayName', value: 'Eve' });
    await patch(id, { op: 'replace', path: 'displayName', value: 'Eve' });
    await send('PUT', `/Users/${id}`, { userName: 'eve@example.org' });
    await patch(id, { op: 'replace', path: 'active', value: false });
    await patch(id, { op: 'add', path: 'title', value: 'Dr.' });
    await send('DELETE', `/Users/${id}`);
    const actions = ['registered', ...Array.from({ length: 3 }, () => 'updated'), 'deleted'];
    const entry = { subject: id, key: 'environment' };
    expect(await audited()).toEqual(actions.map((each) => ({ action: `user.${each}`, ...entry })));
    expect((await events()).map(({ type }) => type)).toEqual(actions.map((each) => `user.${each}`));
  });

  it('that is refused leaves everything as it was', async () => {
    const { id } = await create({ displayName: 'Ann' });
    await create({ userName: 'bob@example.org' });
    const before = (await send('GET', `/Users/${id}`)).body;
    const written = await events();
    const wanted = { op: 'replace', path: 'displayName', value: 'Eve' };
    expectError(await patch(id, wanted, { op: 'remove', path: 'userName' }), 400, 'mutability');
    const taken = { op: 'replace', path: 'userName', value: 'bob@example.org' };
    expectError(await patch(id, wanted, taken), 409, 'uniqueness');
    expect((await send('GET', `/Users/${id}`)).body).toBe(before);
    expect(await events()).toEqual(written);
  });
});

describe('uniqueness', () => {
  it.each([
    ['exact', 'ANN@example.org', 201, 0],
    ['casefold', 'ANN@example.org', 409, 1],
    ['canonical', 'a.nn+tag@gmail.com', 409, 1],
  ] as const)('is that of the rule %s, for filters too', async (rule, userName, status, found) => {
    await stores().emptyUnder(rule);
    // The stores are those of the other tests, which close them.
    const shared = { ...stores(), close: async () => {} };
    const other = await createTestApp(shared, { API_KEYS: 'key', EMAIL_UNIQUENESS: rule });
    const client = scimClientOf(() => other);
    for (const each of ['ann@example.org', 'ann@gmail.com']) {
      expect((await client.send('POST', '/Users', { userName: each })).statusCode).toBe(201);
    }
    for (const attribute of ['userName', 'emails.value']) {
      const reply = await client.search(`${attribute} eq "${userName}"`);
      expect(reply.json().totalResults).toBe(found);
    }
    expect((await client.send('POST', '/Users', { userName })).statusCode).toBe(status);
    const [{ attributes }] = (await client.send('GET', '/Schemas')).json().Resources;
    expect(attributes[0]).toMatchObject({ name: 'userName', caseExact: rule === 'exact' });
    await other.app.close();
  });
});
