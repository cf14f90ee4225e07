import { createTestApp, type TestApp } from '../testing/test-app.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org', Phone: '5550100' };
const person = /ann@|ann%40|Ann Lee|5550100/;

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
}, 60_000);
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

  it('keeps no key of a registration that failed', async () => {
    await service.query('ALTER TABLE gone RENAME TO users');
    const reply = await service.register(
      { ...ann, Email: 'later@example.org' },
      { 'idempotency-key': 'k2' },
    );
    expect(reply.statusCode).toBe(200);
  });
});
