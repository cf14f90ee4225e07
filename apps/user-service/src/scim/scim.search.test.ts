import { expectError, useScimService } from '../testing/scim-client.contract.js';

const { send, create, search, stores } = useScimService();

describe('filters', () => {
  it.each([
    ['userName eq "ann@example.org"', 1],
    ['USERNAME EQ "ann@example.org"', 1],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@example.org"', 1],
    ['userName eq "ANN@example.org"', 0],
    ['userName eq "no address"', 0],
    ['userName eq "a\\u0000@example.org"', 0],
    ['externalId eq "e-1"', 2],
    ['externalId eq "E-1"', 0],
    ['externalId eq "\\u0000"', 0],
    ['externalId eq "\\ud800"', 0],
    ['id eq "x"', 0],
    ['emails eq "mail@example.org"', 1],
    ['emails.value eq "ann@example.org"', 0],
    ['emails.value eq "bob@example.org"', 1],
    ['emails[type eq "work"].value eq "mail@example.org"', 1],
    ['emails[type eq "work" and value eq "mail@example.org"]', 1],
    ['emails[type eq "home"].value eq "mail@example.org"', 0],
    ['emails[primary eq true].value eq "mail@example.org"', 1],
    ['emails.type eq "work"', 2],
    ['active eq false', 1],
    ['active eq true and externalId eq "e-1"', 1],
    ['externalId eq "e-1" and userName eq "bob@example.org"', 1],
  ])('%s finds %i', async (filter, found) => {
    await create({ externalId: 'e-1', emails: [{ value: 'mail@example.org' }] });
    await create({ userName: 'bob@example.org', externalId: 'e-1', active: false });
    const reply = await search(filter);
    expect(reply.json()).toMatchObject({ totalResults: found, itemsPerPage: found });
    const viaBody = await send('POST', '/Users/.search', { filter });
    expect(viaBody.json()).toEqual(reply.json());
  });

  const refused = [
    ...['', ' ', 'userName', 'userName eq', 'eq "x"', 'userName eq x', "userName eq 'x'"],
    ...['userName co "x"', 'userName sw "x"', 'userName ne "x"', 'userName pr', 'not userName pr'],
    ...['userName eq "x" or id eq "x"', '(userName eq "x")', 'displayName eq "x"', 'foo eq "x"'],
    ...['userName eq 1', 'active eq "true"', 'userName eq "x" and', 'userName eq "x', '"'],
    ...['userName eq "\\x"', 'emails[type eq "work"', 'emails[].value eq "x"', 'emails[x eq 1]'],
    ...[
      'userName[type eq "work"] eq "x"',
      'emails.x eq "y"',
      '__proto__ eq "x"',
      'constructor eq ""',
    ],
    ...[
      'userName eq "x" userName eq "x"',
      'userName eq "\n"',
      ';',
      `userName eq "${'x'.repeat(2048)}"`,
    ],
    Array.from({ length: 11 }, () => 'active eq true').join(' and '),
    `${'('.repeat(2000)}userName eq "x"${')'.repeat(2000)}`,
    `${'emails['.repeat(200)}type eq "work"${']'.repeat(200)}`,
  ];

  it('that are no such comparisons are invalidFilter', async () => {
    for (const filter of refused) expectError(await search(filter), 400, 'invalidFilter');
  });

  it('nested ten thousand deep cost no more than their length', async () => {
    const hostile = ['(', '[', 'not ', 'emails[', '"\n', '\\', '"a" and ', 'a.'].map((each) =>
      each.repeat(10_000).slice(0, 30_000),
    );
    const before = performance.now();
    for (const filter of hostile) {
      expectError(await send('POST', '/Users/.search', { filter }), 400, 'invalidFilter');
    }
    // Milliseconds each; a reader that tries again and again would not end at all.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('pages', () => {
  it('are counted from 1, and lead through all users once', async () => {
    for (let n = 0; n < 5; n += 1) await create({ userName: `u${n}@example.org` });
    const page = async (query: string) => (await send('GET', `/Users?${query}`)).json();
    const pages = [await page('startIndex=1&count=2'), await page('startIndex=3&count=2')];
    pages.push(await page('startIndex=5&count=2'));
    expect(pages.map(({ itemsPerPage }) => itemsPerPage)).toEqual([2, 2, 1]);
    expect(pages.map(({ startIndex }) => startIndex)).toEqual([1, 3, 5]);
    const ids = pages.flatMap(({ Resources }) => Resources.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(5);
    expect(await page('')).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 5 });
  });

  it.each([
    ['count=0', 1, 0],
    ['count=-1', 1, 0],
    ['count=1000000000', 1, 2],
    ['startIndex=0', 1, 2],
    ['startIndex=-7', 1, 2],
    ['startIndex=3', 3, 0],
    ['startIndex=999999999999999', 2 ** 31, 0],
  ])('%s: from %i, %i users', async (query, startIndex, itemsPerPage) => {
    await create();
    await create({ userName: 'bob@example.org' });
    const reply = await send('GET', `/Users?${query}`);
    expect(reply.json()).toMatchObject({ totalResults: 2, startIndex, itemsPerPage });
    expect(reply.json().Resources).toHaveLength(itemsPerPage);
  });

  it('are those of a search whose members are null, which is as if they were left out', async () => {
    await create();
    const names = ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const reply = await send('POST', '/Users/.search', nulls);
    expect(reply.json()).toEqual((await send('GET', '/Users')).json());
    expectError(await send('POST', '/Users/.search', 'null'), 400, 'invalidSyntax');
  });

  it('have at most 200 users', async () => {
    await stores().query(`INSERT INTO users (id, email, full_name)
      SELECT gen_random_uuid(), 'u' || n || '@b.co', 'N' FROM generate_series(1, 250) AS n`);
    const page = (await send('GET', '/Users?count=250')).json();
    expect(page).toMatchObject({ totalResults: 250, itemsPerPage: 200 });
  });

  it.each(['count=x', 'startIndex=1e9', 'count=', 'count=1&count=2', 'startIndex=0x1'])(
    '%s is refused',
    async (query) => expectError(await send('GET', `/Users?${query}`), 400, 'invalidSyntax'),
  );
});
