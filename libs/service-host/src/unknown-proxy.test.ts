import { createTestServer, recordLog } from './test-server.fixture.js';

/** The warnings of a server, of requests that name a client. */
async function warningsOf(trustProxy: false | string[], names: readonly string[]) {
  const { lines, logger } = recordLog('warn');
  const app = await createTestServer({ logger, trustProxy });
  for (const name of [...names, ...names]) {
    await app.inject({ url: '/', headers: { [name]: '203.0.113.9' } });
  }
  await app.close();
  return lines;
}

it.each(['x-forwarded-for', 'forwarded'])(
  'a proxy that is not believed is warned of once, without what %s says',
  async (name) => {
    const lines = await warningsOf(false, ['x-other', name]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'warn', msg: expect.stringContaining('TRUST_PROXY') });
    expect(JSON.stringify(lines)).not.toContain('203.0.113.9');
  },
);

it('nothing is said where TRUST_PROXY is set, or nobody names a client', async () => {
  expect(await warningsOf(['127.0.0.1'], ['x-forwarded-for', 'forwarded'])).toEqual([]);
  expect(await warningsOf(false, ['x-other'])).toEqual([]);
});
