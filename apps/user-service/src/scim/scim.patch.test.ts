import { expectError, useScimService } from '../testing/scim-client.contract.js';

const { send, create, patch } = useScimService();
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const resource = {
  ...{ externalId: 'e', displayName: 'Ann Lee', name: { givenName: 'Ann', familyName: 'Lee' } },
  ...{ phoneNumbers: [{ value: '1' }], addresses: [{ formatted: 'x' }] },
  emails: [{ value: 'mail@example.org' }],
};

describe('operations', () => {
  it.each([
    ['add', 'externalId', 'f', { externalId: 'f' }],
    ['REPLACE', `${core}:externalId`, 'f', { externalId: 'f' }],
    [
      'replace',
      'name',
      { givenName: 'Eve', nickName: 1 },
      { name: { givenName: 'Eve', familyName: 'Lee' } },
    ],
    [
      'replace',
      'emails',
      [{ type: 'home', value: 'a@b.co' }, { value: 'c@b.co' }],
      { emails: [{ value: 'c@b.co' }] },
    ],
    [
      'replace',
      'emails[value eq "mail@example.org"].value',
      'c@b.co',
      { emails: [{ value: 'c@b.co' }] },
    ],
    [
      'replace',
      'emails[type eq "work" and primary eq true]',
      { value: 'c@b.co' },
      { emails: [{ value: 'c@b.co' }] },
    ],
    ['replace', 'emails', [], { emails: [{ value: 'ann@example.org' }] }],
    ['replace', 'emails.value', 'c@b.co', { emails: [{ value: 'c@b.co' }] }],
    ['add', 'emails', [], { emails: [{ value: 'mail@example.org' }] }],
    ['add', 'phoneNumbers', { type: 'WORK', value: '2' }, { phoneNumbers: [{ value: '2' }] }],
    ['add', 'phoneNumbers[type eq "mobile"].value', '2', { phoneNumbers: [{ value: '1' }] }],
    ['replace', undefined, { active: null, externalId: 'f' }, { active: true, externalId: 'f' }],
    ['remove', 'phoneNumbers', [{ value: '7' }], { phoneNumbers: [{ value: '1' }] }],
    ['add', 'active', 'FALSE', { active: false }],
    ['add', 'roles', [{ value: 'admin' }], { externalId: 'e' }],
    [
      'add',
      undefined,
      { [core]: { externalId: 'f', [core]: { externalId: 'g' } } },
      { externalId: 'f' },
    ],
    ['add', undefined, { id: 'mine', meta: {}, nonsense: 1, EXTERNALID: 'f' }, { externalId: 'f' }],
    ['add', '', { 'emails[type eq "work"].value': 'c@b.co' }, { emails: [{ value: 'c@b.co' }] }],
    [
      'remove',
      'displayName',
      undefined,
      { displayName: 'Ann Lee', name: { formatted: 'Ann Lee' } },
    ],
    ['remove', 'name', undefined, { displayName: 'Ann Lee', name: { formatted: 'Ann Lee' } }],
  ])('%s of %s is applied', async (op, path, value, expected) => {
    const { id } = await create(resource);
    const reply = await patch(id, { op, path, value });
    expect([reply.statusCode, reply.json()]).toMatchObject([200, expected]);
    expect((await send('GET', `/Users/${id}`)).json()).toEqual(reply.json());
  });

  it('remove what may be without', async () => {
    const { id: other } = await create({ ...resource, userName: 'eve@example.org' });
    // As Entra may send it: the text is empty, or null.
    const emptied = await patch(
      other,
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '' },
      { op: 'Replace', path: 'externalId', value: null },
    );
    expect(emptied.json().phoneNumbers).toBeUndefined();
    expect(emptied.json().externalId).toBeUndefined();
    const { id } = await create(resource);
    const paths = ['externalId', 'name', 'displayName', 'phoneNumbers', 'emails', 'addresses'];
    const reply = await patch(id, ...paths.map((path) => ({ op: 'Remove', path })));
    const { externalId, phoneNumbers, addresses, ...rest } = reply.json();
    expect([externalId, phoneNumbers, addresses]).toEqual([undefined, undefined, undefined]);
    // There is no user of the register without a name.
    expect(rest).toMatchObject({ displayName: 'ann', emails: [{ value: 'ann@example.org' }] });
  });

  it.each([
    ['invalidSyntax', {}],
    ['invalidSyntax', { Operations: [] }],
    ['invalidSyntax', { Operations: {} }],
    ['invalidSyntax', { Operations: [null] }],
    ['invalidSyntax', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['invalidSyntax', { Operations: [{ path: 'active', value: true }] }],
    ['tooMany', { Operations: Array.from({ length: 101 }, () => ({ op: 'add', value: {} })) }],
    ['invalidPath', { Operations: [{ op: 'add', path: 'nonsense', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: 'emails[', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: 'name[type eq "work"]', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: '__proto__.x', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: 'constructor', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: 'emails[foo eq 1].value', value: 1 }] }],
    ['invalidPath', { Operations: [{ op: 'add', path: 7, value: 1 }] }],
    ['noTarget', { Operations: [{ op: 'remove' }] }],
    [
      'noTarget',
      { Operations: [{ op: 'replace', path: 'emails[value eq "x"].value', value: 'a@b.co' }] },
    ],
    ['noTarget', { Operations: [{ op: 'remove', path: 'phoneNumbers[value eq "7"]' }] }],
    ['mutability', { Operations: [{ op: 'replace', path: 'id', value: 'x' }] }],
    ['mutability', { Operations: [{ op: 'remove', path: 'userName' }] }],
    ['mutability', { Operations: [{ op: 'remove', path: 'active' }] }],
    ['mutability', { Operations: [{ op: 'add', path: 'meta.version', value: 'x' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'userName', value: 'x' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'userName', value: null }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'active', value: 'no' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'displayName', value: 7 }] }],
    [
      'invalidValue',
      { Operations: [{ op: 'replace', path: 'displayName', value: 'x'.repeat(201) }] },
    ],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'externalId', value: '\u0000' }] }],
    [
      'invalidValue',
      { Operations: [{ op: 'replace', path: 'externalId', value: 'x'.repeat(256) }] },
    ],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'emails.value', value: 'x' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'emails', value: [7] }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'name', value: 'x' }] }],
    [
      'invalidValue',
      { Operations: [{ op: 'replace', path: 'phoneNumbers.value', value: '1'.repeat(33) }] },
    ],
    ['invalidValue', { Operations: [{ op: 'add', value: 7 }] }],
    ['invalidValue', { Operations: [{ op: 'Replace', path: 'externalId' }] }],
    ['invalidValue', { Operations: [{ op: 'add', path: 'displayName' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'phoneNumbers' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'name' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'title' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'active', value: null }] }],
  ])('are refused as %s: %j', async (scimType, body) => {
    const before = await create(resource);
    expectError(await send('PATCH', `/Users/${before.id}`, body), 400, scimType);
    expect((await send('GET', `/Users/${before.id}`)).json()).toEqual(before);
  });
});

describe('a replacement', () => {
  it('keeps what it leaves out, and removes what is null or empty', async () => {
    const { id } = await create({ ...resource, active: false });
    const put = async (body: object) => (await send('PUT', `/Users/${id}`, body)).json();
    const kept = await put({ userName: 'ann@example.org' });
    expect(kept).toMatchObject({ externalId: 'e', active: false, displayName: 'Ann Lee' });
    expect(kept).toMatchObject({ phoneNumbers: [{ value: '1' }], addresses: [{ formatted: 'x' }] });
    const empty = { externalId: null, phoneNumbers: [], addresses: null, emails: [] };
    const removed = await put({ userName: 'eve@example.org', ...empty });
    expect(removed).toMatchObject({ id, emails: [{ value: 'eve@example.org' }] });
    expect(Object.keys(removed)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/externalId|phoneNumbers|addresses/)]),
    );
  });

  it('replaces the parts of the name together, and keeps a displayName that it leaves out', async () => {
    const { id } = await create({ displayName: 'Nick', name: resource.name });
    const put = async (body: object) =>
      (await send('PUT', `/Users/${id}`, { userName: 'ann@example.org', ...body })).json();
    const name = { formatted: 'Ann Lee', ...resource.name };
    expect(await put({ name: resource.name })).toMatchObject({ displayName: 'Nick', name });
    const renamed = await put({ name: { familyName: 'Ray' } });
    expect(renamed).toMatchObject({ displayName: 'Nick', name: { formatted: 'Ray' } });
    expect(renamed.name.givenName).toBeUndefined();
    const shown = await put({ displayName: 'Eve' });
    expect(shown).toMatchObject({ displayName: 'Eve', name: { familyName: 'Ray' } });
    expect(await put({ displayName: null })).toMatchObject({ displayName: 'Ray' });
  });

  it('lets a displayName that only repeated the name follow it', async () => {
    const { id } = await create(resource);
    const put = async (body: object) =>
      (await send('PUT', `/Users/${id}`, { userName: 'ann@example.org', ...body })).json();
    expect(await put({ name: null })).toMatchObject({ displayName: 'Ann Lee' });
    expect(await put({ name: resource.name })).toMatchObject({ displayName: 'Ann Lee' });
    const { meta } = await put({ name: resource.name });
    expect((await put({ name: resource.name })).meta).toEqual(meta);
    const renamed = await put({ name: { familyName: 'Ray' } });
    expect(renamed).toMatchObject({ displayName: 'Ray', name: { formatted: 'Ray' } });
  });

  it('leaves active as it is where that is null', async () => {
    const { id } = await create({ active: null });
    expect((await send('GET', `/Users/${id}`)).json().active).toBe(true);
    await patch(id, { op: 'replace', path: 'active', value: false });
    const body = { userName: 'ann@example.org', active: null };
    expect((await send('PUT', `/Users/${id}`, body)).json().active).toBe(false);
  });

  it('without a userName is refused, as is one of nobody', async () => {
    const { id } = await create();
    expectError(await send('PUT', `/Users/${id}`, { displayName: 'x' }), 400, 'invalidValue');
    const other = id.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'));
    expectError(await send('PUT', `/Users/${other}`, { userName: 'a@b.co' }), 404);
  });
});

describe('a formatted name that is as before', () => {
  const parts = { givenName: 'Ann', familyName: 'Lee' };
  const put = (id: string, name: object) =>
    send('PUT', `/Users/${id}`, { userName: 'ann@example.org', name });
  const change = (id: string, value: object) => patch(id, { op: 'replace', path: 'name', value });

  it.each([
    ['PUT', parts, put],
    ['PUT', { ...parts, formatted: 'Dr. Ann Lee' }, put],
    ['PATCH', parts, change],
    ['PATCH', { ...parts, formatted: 'Dr. Ann Lee' }, change],
  ])(
    'is not the name of the register after a %s of the parts: %j',
    async (_method, stored, rename) => {
      const { id, name } = await create({ name: stored });
      const renamed = (await rename(id, { ...name, givenName: 'Eve' })).json();
      const expected = { givenName: 'Eve', familyName: 'Lee' };
      expect(renamed).toMatchObject({ displayName: 'Eve Lee', name: expected });
      // What a provider gave is kept as given.
      const isGiven = 'formatted' in stored;
      expect(renamed.name.formatted).toBe(isGiven ? 'Dr. Ann Lee' : 'Eve Lee');
      const titled = await rename(id, { ...expected, givenName: 'Zoe', formatted: 'Dr. Zoe Lee' });
      expect(titled.json()).toMatchObject({ displayName: 'Dr. Zoe Lee' });
    },
  );

  it('stays where it says more than the parts', async () => {
    const { id } = await create({ name: { formatted: 'Ann Lee' } });
    const add = async (value: object) => (await change(id, value)).json().displayName;
    expect(await add({ givenName: 'Ann' })).toBe('Ann Lee');
    expect(await add({ givenName: null })).toBe('Ann Lee');
    expect(await add({ givenName: 'Eve', familyName: 'Ray' })).toBe('Eve Ray');
  });
});
