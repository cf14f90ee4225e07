import { createServer } from 'node:net';
import { freePort } from '@triptych/free-port';
import { connectPatiently } from './patient-connect.js';
import { connectTo } from './remote.js';

const recorded = () => {
  const lines: object[] = [];
  const write = (facts: object) => void lines.push(facts);
  return { lines, log: { info: write, warn: write } };
};

const failing = (...codes: readonly string[]) => {
  let attempts = 0;
  const connect = () => {
    const code = codes[attempts];
    attempts += 1;
    if (code === undefined) return Promise.resolve('connected');
    return Promise.reject(Object.assign(new Error('password hunter2'), { code }));
  };
  return { connect, attempts: () => attempts };
};

it('connects once the server can be reached, and tells each reason once', async () => {
  const { lines, log } = recorded();
  const { connect } = failing('EAI_AGAIN', 'ECONNREFUSED', 'ECONNREFUSED', '53300');
  expect(await connectPatiently(connect, log)).toBe('connected');
  expect(lines).toEqual([
    { reason: 'unknown_host', code: 'EAI_AGAIN', advice: expect.any(String) },
    { reason: 'unreachable', code: 'ECONNREFUSED', advice: expect.any(String) },
    { reason: 'overloaded', code: '53300', advice: expect.any(String) },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

it('gives up at the end of its time with the last error', async () => {
  const { connect, attempts } = failing('ENOTFOUND', ...Array<string>(9).fill('ECONNREFUSED'));
  await expect(connectPatiently(connect, recorded().log, 600)).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
  expect(attempts()).toBe(2);
});

it.each(['28P01', '3D000', '42501', '0A000', '53100', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
  'does not wait for what stays as it is: %s',
  async (code) => {
    const { lines, log } = recorded();
    const { connect, attempts } = failing(code);
    await expect(connectPatiently(connect, log)).rejects.toMatchObject({ code });
    expect([attempts(), lines]).toEqual([1, []]);
  },
);

it('tries a port again where nobody listened, and which then closed what connected', async () => {
  const { lines, log } = recorded();
  const port = await freePort();
  const server = createServer((socket) => socket.destroy());
  let attempts = 0;
  const connect = () => {
    attempts += 1;
    if (attempts === 2) server.listen(port, '127.0.0.1');
    return connectTo(`postgres://nobody@127.0.0.1:${port}/none`, 'pg-test');
  };
  await expect(connectPatiently(connect, log, 3000)).rejects.toThrow();
  server.close();
  expect(lines).toEqual([
    expect.objectContaining({ reason: 'unreachable' }),
    expect.objectContaining({ reason: 'connection_lost' }),
  ]);
});
