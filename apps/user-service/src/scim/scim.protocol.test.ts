import { expectError, useScimService } from '../testing/scim-client.contract.js';

const { send, create, patch, manage } = useScimService();

describe('versions', () => {
  it('change with the user, and spare a reader who has the user', async () => {
    const { id, meta } = await create();
    const reply = await send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version });
    expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', meta.version]);
    const changed = (await patch(id, { op: 'add', path: 'externalId', value: 'e' })).json();
    expect(changed.meta.version).not.toBe(meta.version);
    const again = await send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version });
    expect(again.statusCode).toBe(200);
  });

  it('are demanded by If-Match of each kind of change', async () => {
    const { id, meta } = await create();
    const body = { userName: 'ann@example.org', externalId: 'e' };
    const operations = { Operations: [{ op: 'add', path: 'externalId', value: 'f' }] };
    const put = (condition: string) => send('PUT', `/Users/${id}`, body, { 'if-match': condition });
    expectError(await put('W/"other"'), 412);
    const { version } = (await put(`"x", ${meta.version}`)).json().meta;
    expect((await put('*')).statusCode).toBe(200);
    const stale = { 'if-match': meta.version };
    expectError(await send('PATCH', `/Users/${id}`, operations, stale), 412);
    expectError(await send('DELETE', `/Users/${id}`, undefined, stale), 412);
    const fresh = { 'if-match': version };
    expect((await send('DELETE', `/Users/${id}`, undefined, fresh)).statusCode).toBe(204);
  });

  it('are refused by If-None-Match of each kind of change, as whatever there is', async () => {
    const { id, meta } = await create();
    const path = `/Users/${id}`;
    const changes = [
      ['PUT', { userName: 'ann@example.org', externalId: 'e' }],
      ['PATCH', { Operations: [{ op: 'add', path: 'externalId', value: 'f' }] }],
      ['DELETE', undefined],
    ] as const;
    for (const condition of ['*', meta.version, `"x", ${meta.version}`]) {
      for (const [method, body] of changes) {
        expectError(await send(method, path, body, { 'if-none-match': condition }), 412);
      }
    }
    expect((await send('GET', path)).json().meta).toEqual(meta);
    for (const [method, body] of changes) {
      const reply = await send(method, path, body, { 'if-none-match': 'W/"other"' });
      expect([200, 204]).toContain(reply.statusCode);
    }
  });

  it('let one of two who change the same version win', async () => {
    const { id, meta } = await create();
    const change = (value: string) => {
      const operations = { Operations: [{ op: 'replace', path: 'displayName', value }] };
      return send('PATCH', `/Users/${id}`, operations, { 'if-match': meta.version });
    };
    const replies = await Promise.all(['Ann', 'Eve', 'Bob'].map(change));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
  });
});

describe('what is not served', () => {
  it('is refused in the form of SCIM', async () => {
    expectError(await send('POST', '/Bulk', {}), 501);
    expectError(await send('GET', '/Me'), 501);
    expectError(await send('GET', '/Groups'), 404);
    expectError(await send('DELETE', '/Users'), 405);
    expectError(await send('GET', '/Schemas?filter=x'), 403);
    expectError(await send('GET', '/Schemas/urn:x'), 404);
    expectError(await send('GET', '/ResourceTypes/Group'), 404);
    expectError(await send('POST', '/Users', '{'), 400, 'invalidSyntax');
    expectError(await send('POST', '/Users', '[]'), 400, 'invalidSyntax');
    expectError(
      await send('POST', '/Users', '{"__proto__":{"userName":"x"}}'),
      400,
      'invalidSyntax',
    );
    expectError(await send('POST', '/Users', {}), 400, 'invalidValue');
    expectError(await send('POST', '/Users', ' '.repeat(65_537)), 413);
    expectError(await send('GET', '/Users', undefined, { authorization: 'Bearer x' }), 401);
  });

  it('is what a key lacks the scope for', async () => {
    const key = async (scope: string) => {
      const reply = await manage('POST', '/keys', { name: scope, scopes: [scope] });
      return { authorization: `Bearer ${reply.json().secret}` };
    };
    const [reader, writer] = [await key('read'), await key('write')];
    const { id } = await create();
    expectError(await send('POST', '/Users', { userName: 'b@example.org' }, reader), 403);
    expectError(await send('DELETE', `/Users/${id}`, undefined, reader), 403);
    expectError(await send('GET', `/Users/${id}`, undefined, writer), 403);
    expectError(await send('POST', '/Users/.search', {}, writer), 403);
    expect((await send('GET', '/ServiceProviderConfig', undefined, reader)).statusCode).toBe(200);
    expect((await send('DELETE', `/Users/${id}`, undefined, writer)).statusCode).toBe(204);
  });
});

describe('what the service tells of itself', () => {
  it('is what it does', async () => {
    const config = (await send('GET', '/ServiceProviderConfig')).json();
    expect(config).toMatchObject({
      ...{ patch: { supported: true }, etag: { supported: true }, sort: { supported: false } },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
    });
    const [type] = (await send('GET', '/ResourceTypes')).json().Resources;
    expect(type).toMatchObject({ endpoint: '/Users', id: 'User' });
    expect((await send('GET', '/ResourceTypes/User')).json()).toEqual(type);
    const [schema] = (await send('GET', '/Schemas')).json().Resources;
    expect(schema.id).toBe(type.schema);
    expect((await send('GET', `/Schemas/${schema.id}`)).json()).toEqual(schema);
    const all = { phoneNumbers: [{ value: '1' }], addresses: [{ formatted: 'x' }] };
    const { schemas, id, externalId, meta, ...kept } = await create({
      ...all,
      externalId: 'e',
      name: { givenName: 'A', familyName: 'B' },
    });
    expect([schemas, id, externalId, meta].every(Boolean)).toBe(true);
    const names = schema.attributes.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(Object.keys(kept).sort());
  });

  it('is sent in the parts that are asked for', async () => {
    const { id, schemas } = await create({ name: { givenName: 'A', familyName: 'B' } });
    const get = async (query: string) => (await send('GET', `/Users/${id}?${query}`)).json();
    expect(await get('attributes=userName,name.familyName,emails.value')).toEqual({
      ...{ schemas, id, userName: 'ann@example.org', name: { familyName: 'B' } },
      emails: [{ value: 'ann@example.org' }],
    });
    const without = await get('excludedAttributes=meta,name.formatted,id,members');
    expect(without).toMatchObject({ id, name: { givenName: 'A', familyName: 'B' } });
    expect([without.meta, without.name.formatted]).toEqual([undefined, undefined]);
  });

  it('has the same head as body', async () => {
    const { id, meta } = await create();
    const reply = await send('HEAD', `/Users/${id}`);
    expect([reply.statusCode, reply.headers.etag, reply.body]).toEqual([200, meta.version, '']);
  });
});
