import { createTestApp, type TestApp } from '../testing/test-app.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org', Phone: '5550100' };
const person = /ann@|ann%40|Ann Lee|5550100/;

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp(undefined, { API_KEYS: 'k1234567890abcdef' });
});
afterAll(() => service.close());

describe('the log', () => {
  it('names routes and never a person, at the lowest level, also when requests are refused', async () => {
    await service.register(ann, { 'idempotency-key': 'k' });
    await service.register({ ...ann, FullName: 'B' }, { 'idempotency-key': 'k' });
    await service.register(ann);
    await service.register('{"Email":"ann@example.org');
    await service.app.inject('/users/ann@example.org%zz');
    await service.find('ann@example.org\u0000');
    const log = service.lines.join('');
    expect(log).toContain('"route":"/users/:email"');
    expect(log).not.toMatch(person);
  });
});

describe('a database that fails', () => {
  // The tables are gone: every statement fails inside the real database, and its error comes all the way.
  beforeAll(() => service.query('ALTER TABLE users RENAME TO gone'));

  it('is a 500 on both routes, with no inner word, and no person in the log', async () => {
    const replies = [
      await service.register(ann),
      await service.register(ann, { 'idempotency-key': 'k2' }),
      await service.find(ann.Email),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(500);
      expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(reply.json()).toEqual({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        code: 'internal_error',
        requestId: reply.headers['x-request-id'],
      });
    }
    const log = service.lines.join('');
    expect(log).toContain('request failed');
    expect(log).not.toMatch(person);
  });

  it('is a few lines in the log, however many requests meet it', async () => {
    const before = service.lines.length;
    await Promise.all(Array.from({ length: 60 }, () => service.find(ann.Email)));
    const faults = service.lines.slice(before).filter((line) => line.includes('request failed'));
    expect(faults.length).toBeLessThanOrEqual(5);
  });

  it('keeps no key of a registration that failed', async () => {
    await service.query('ALTER TABLE gone RENAME TO users');
    const reply = await service.register(
      { ...ann, Email: 'later@example.org' },
      { 'idempotency-key': 'k2' },
    );
    expect(reply.statusCode).toBe(200);
  });
});

describe('a trigger of the operator that quotes a person', () => {
  const managed = { authorization: 'Bearer k1234567890abcdef' };

  beforeAll(async () => {
    await service.query('DELETE FROM users');
    await service.register({ FullName: 'B', Email: 'b@example.org' });
    await service.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.email LIKE 'ann%' OR NEW.full_name LIKE 'Ann%' THEN
          RAISE EXCEPTION 'refused: %', NEW.email
            USING DETAIL = NEW.full_name, HINT = 'like' || E'\\n    at ' || NEW.email;
        END IF;
        RETURN NEW; END $$`);
    await service.query(
      'CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
  });

  it('is a 500, whose lines in the log quote nobody', async () => {
    const before = service.lines.length;
    const change = (payload: object) =>
      service.app.inject({
        method: 'PATCH',
        url: '/users/b@example.org',
        headers: managed,
        payload,
      });
    const replies = [
      await service.register(ann),
      await service.register(ann, { 'idempotency-key': 'k3' }),
      await change({ Email: ann.Email }),
      await change({ FullName: ann.FullName }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500]);
    const headers = { ...managed, 'content-type': 'application/x-ndjson' };
    const payload = JSON.stringify(ann);
    await service.app
      .inject({ method: 'POST', url: '/users:import', headers, payload })
      .catch(() => undefined);
    const log = service.lines.slice(before).join('');
    expect(log).toContain('request failed');
    expect(log).toContain('an import was broken off');
    expect(log).not.toMatch(person);
  });
});
