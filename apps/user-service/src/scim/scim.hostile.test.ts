import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { useScimService } from '../testing/scim-client.contract.js';

const { send, create, stores } = useScimService();

// What may be in a body, the attributes and operations of SCIM more often than not, so that most of it is nearly right.
const names = [
  ...['userName', 'externalId', 'active', 'displayName', 'name', 'name.givenName', 'emails', 'id'],
  ...[
    'emails[type eq "work"].value',
    'phoneNumbers',
    'addresses[type eq "home"]',
    'meta',
    'schemas',
  ],
  ...[
    'constructor',
    'toString',
    'hasOwnProperty',
    'prototype',
    'urn:x:y',
    'name.',
    '[',
    ']',
    '"',
    '',
  ],
  'urn:ietf:params:scim:schemas:core:2.0:User',
];
const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' }));
const text = fc.oneof(
  ...[fc.constantFrom('True', 'false', 'a@b.co', 'ann@example.org', '\u0000', '\ud800', ' ')],
  ...[fc.string({ unit: 'binary' }), fc.emailAddress(), name],
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[text, fc.boolean(), fc.double(), fc.constant(null)],
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const operation = fc.oneof(
  fc.record(
    { op: fc.constantFrom('Add', 'replace', 'REMOVE', 'test'), path: name, value },
    { requiredKeys: ['op'] },
  ),
  value,
);
const body = fc.oneof(
  fc.record({ Operations: fc.array(operation, { maxLength: 4 }) }),
  fc.record({ userName: text, active: value, emails: value, name: value }, { requiredKeys: [] }),
  fc.dictionary(name, value),
  value,
);
const filter = fc
  .array(fc.oneof(name, text, fc.constantFrom('eq', 'and', '[', ']', '(', '"x"', 'true', '.value')))
  .map((parts) => parts.join(' '));

const stored = async () => {
  const [users, scim, audit, events] = await Promise.all(
    ['users', 'scim_users', 'audit', 'user_events'].map((table) =>
      stores().query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`),
    ),
  );
  return JSON.stringify({ users, scim, audit, events }, (_key, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
};

// A hundred requests with all tables read before and after.
it('nothing that is sent is a 500, and what is refused leaves no trace', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('POST', 'PUT', 'PATCH'), body, async (method, sent) => {
      await stores().emptyUnder('exact');
      const { id } = await create({ externalId: 'e' });
      const before = await stored();
      const path = method === 'POST' ? '/Users' : `/Users/${id}`;
      const reply = await send(method, path, JSON.stringify(sent));
      expect([200, 201, 400, 409]).toContain(reply.statusCode);
      if (reply.statusCode >= 400) expect(await stored()).toBe(before);
      else
        expect(reply.json()).toMatchObject({
          schemas: expect.any(Array),
          id: expect.any(String),
        });
    }),
    propertySize(100),
  );
});

it('no filter is a 500', async () => {
  await create({ externalId: 'e' });
  await fc.assert(
    fc.asyncProperty(filter, async (sent) => {
      const reply = await send('POST', '/Users/.search', JSON.stringify({ filter: sent }));
      expect([200, 400]).toContain(reply.statusCode);
    }),
    propertySize(200),
  );
});

it('depth and number of what is sent change nothing about that', async () => {
  const { id } = await create();
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const object = `${'{"name":'.repeat(5000)}1${'}'.repeat(5000)}`;
  for (const each of [deep, object]) {
    const operations = `{"Operations":[{"op":"add","path":"emails","value":${each}}]}`;
    const patched = await send('PATCH', `/Users/${id}`, operations);
    expect([200, 400]).toContain(patched.statusCode);
    const reply = await send('POST', '/Users', `{"userName":"eve@example.org","name":${each}}`);
    expect([201, 400, 409]).toContain(reply.statusCode);
  }
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`emails[${n}`, 'x']));
  const reply = await send('PATCH', `/Users/${id}`, { Operations: [{ op: 'add', value: many }] });
  expect(reply.statusCode).toBe(200);
  const path = `${'emails[type eq "work" and '.repeat(2000)}`;
  const long = await send('PATCH', `/Users/${id}`, {
    Operations: [{ op: 'add', path, value: 'x' }],
  });
  expect(long.statusCode).toBe(400);
});
