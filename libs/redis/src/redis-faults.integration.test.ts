import { readFileSync } from 'node:fs';
import { freePort } from '@triptych/free-port';
import { connectRedis, type RedisSettings } from './connect-redis.js';
import {
  clusterPrivilege,
  createEncryption,
  leastPrivilege,
  recordedLog,
  startRedisProcess,
  startTls,
  until,
  type RedisProcess,
} from './testing/index.js';

const closing: (() => unknown)[] = [];
let ready = () => false;
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(lines: readonly string[] = [], options = {}): Promise<RedisProcess> {
  const server = await startRedisProcess(await freePort(), lines, options);
  closing.push(() => server.close());
  return server;
}

/** A node of a cluster, whose own port for the other nodes would else be 10,000 above: one that anybody may have. */
async function startNode() {
  const busPort = await freePort();
  const server = await start(['cluster-enabled yes', `cluster-port ${busPort}`]);
  return { ...server, busPort };
}

/** Connects, goes on writing, and returns the first line of the log with the code. */
async function lineOf(code: string, settings: Partial<RedisSettings> & { url: string }) {
  const { log, lines } = recordedLog();
  const redis = connectRedis({ prefix: 'test', ...settings }, log);
  closing.unshift(() => redis.close());
  ready = () => redis.commands.isReady();
  const giveUpAt = performance.now() + 15_000;
  await until(async () => {
    if (performance.now() > giveUpAt) throw new Error(lines.join('\n'));
    await redis.commands.run((client) => client.set('test:key', '1')).catch(() => undefined);
    return lines.some((line) => line.includes(`"code":"${code}"`));
  });
  const found = lines.find((line) => line.includes(`"code":"${code}"`))!;
  expect(lines.join('')).not.toMatch(/secret|test:key/);
  return (JSON.parse(found) as [{ reason: string; advice: string }])[0];
}

const at = (server: RedisProcess, user = '') => `redis://${user}127.0.0.1:${server.port}`;

describe('each fault is a line with its code, a reason and what to do', () => {
  it.each([
    ['NOAUTH', 'login_refused', '', ''],
    ['WRONGPASS', 'login_refused', 'default:secret@', ''],
    ['NODB', 'unknown_database', ':right@', '/99'],
  ])('%s', async (code, reason, user, path) => {
    const server = await start(['requirepass right'], { client: { password: 'right' } });
    const line = await lineOf(code, { url: `${at(server, user)}${path}` });
    expect(line).toMatchObject({ dependency: 'redis', reason });
    expect(line.advice).not.toBe('');
  });

  it.each([
    ['OOM', 'overloaded', ['maxmemory 1']],
    ['READONLY', 'read_only', ['replicaof 127.0.0.1 1']],
  ])('%s', async (code, reason, lines) => {
    const server = await start(lines);
    expect(await lineOf(code, { url: at(server) })).toMatchObject({ reason });
  });

  it.each(['redis:', 'redis+cluster:'])('CLUSTERDOWN, as %s', async (scheme) => {
    const url = at(await startNode()).replace('redis:', scheme);
    expect(await lineOf('CLUSTERDOWN', { url })).toMatchObject({ reason: 'unreachable' });
  });

  it('NOCLUSTER', async () => {
    const url = at(await start()).replace('redis:', 'redis+cluster:');
    expect(await lineOf('NOCLUSTER', { url })).toMatchObject({ reason: 'unsupported' });
  });

  it('LOADING at the start of a server with data', async () => {
    const slowly = ['key-load-delay 1000', 'loading-process-events-interval-bytes 1024'];
    const server = await start(['enable-debug-command yes', ...slowly]);
    await server.admin.call('DEBUG', 'POPULATE', '1900');
    await server.admin.save();
    await server.kill();
    const started = server.start();
    expect(await lineOf('LOADING', { url: at(server) })).toMatchObject({ reason: 'starting' });
    await started;
    await until(() => ready());
  });

  it('MOVED: a node of a cluster under the name of one server', async () => {
    const [one, two] = [await startNode(), await startNode()];
    await two.admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await one.admin.call('CLUSTER', 'MEET', '127.0.0.1', two.port, two.busPort);
    await until(async () => String(await one.admin.cluster('INFO')).includes('cluster_state:ok'));
    expect(await lineOf('MOVED', { url: at(one) })).toMatchObject({ reason: 'unsupported' });
  });

  it('MAXCLIENTS', async () => {
    const server = await start();
    await server.admin.config('SET', 'maxclients', '1');
    expect(await lineOf('MAXCLIENTS', { url: at(server) })).toMatchObject({ reason: 'overloaded' });
  });

  it('ECONNREFUSED', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    expect(await lineOf('ECONNREFUSED', { url })).toMatchObject({ reason: 'unreachable' });
  });

  it('NOMASTER and NOAUTH of sentinels', async () => {
    const port = await freePort();
    const options = { isSentinel: true, client: { password: 'right' } };
    const sentinel = await start(
      [`sentinel monitor main 127.0.0.1 ${port} 1`, 'requirepass right'],
      options,
    );
    const url = `redis+sentinel://127.0.0.1:${sentinel.port}/other`;
    expect(await lineOf('NOAUTH', { url })).toMatchObject({ reason: 'login_refused' });
    const single = `redis://:right@127.0.0.1:${sentinel.port}`;
    expect(await lineOf('NOCOMMAND', { url: single })).toMatchObject({ reason: 'unsupported' });
    expect(await lineOf('NOMASTER', { url: `${url}?sentinel_password=right` })).toMatchObject({
      reason: 'unreachable',
    });
  });

  it('TLS: an authority that nobody trusts, and a server without TLS', async () => {
    const tls = await startTls();
    closing.push(() => tls.close());
    const { url } = tls.settings;
    expect(await lineOf('SELF_SIGNED_CERT_IN_CHAIN', { url })).toMatchObject({ reason: 'tls' });
    const plain = await start();
    // It waits for the end of a line that never comes.
    const wrong = at(plain).replace('redis:', 'rediss:');
    expect(await lineOf('ETIMEDOUT', { url: wrong })).toMatchObject({ reason: 'timeout' });
    const unencrypted = url.replace('rediss:', 'redis:');
    expect(await lineOf('ECONNRESET', { url: unencrypted })).toMatchObject({
      reason: 'connection_lost',
    });
  });
});

it('TLS: no certificate for a server that asks for one, and one of another authority', async () => {
  const server = await startTls({ asksClients: true });
  closing.push(() => server.close());
  const { url, ca } = server.settings;
  const none = await lineOf('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', { url, ca });
  expect(none).toMatchObject({ reason: 'tls' });
  const { certificates, remove } = createEncryption({ asksClients: true });
  closing.push(remove);
  const foreign = await lineOf('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', { url, ...certificates, ca });
  expect(foreign).toMatchObject({ reason: 'tls' });
});

describe('a user with the least privilege', () => {
  it('can do what the services do under their prefix, and nothing elsewhere', async () => {
    const user = `user app on >secret ~test:* &test:* ${leastPrivilege}`;
    const server = await start([user]);
    const settings = { url: at(server, 'app:secret@') };
    const { log } = recordedLog();
    const redis = connectRedis({ ...settings, prefix: 'test' }, log);
    closing.unshift(() => redis.close());
    const heard: string[] = [];
    let missed = 0;
    redis.subscribe('test', 'news', {
      onMessage: (text) => heard.push(text) > 0,
      onMissed: () => (missed += 1),
    });
    await until(() => missed > 0 && redis.commands.isReady());
    await redis.commands.run((client) => client.publish(redis.name('news'), 'x'));
    await until(() => heard.length === 1);
    await redis.commands.run((client) => client.set(redis.name('x'), '1', 'PX', 1_000));
    const elsewhere = redis.commands.run((client) => client.get('other:x'));
    await expect(elsewhere).rejects.toThrow('NOPERM');
  });

  it('is the one that docs/operations.md tells of', () => {
    const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    expect(docs).toContain(leastPrivilege);
    expect(docs).toContain(clusterPrivilege);
  });
});

it('takes up the changed password of a user at the next start alone, and goes on until then', async () => {
  const server = await start(['user app on >old ~* &* +@all']);
  const { log, lines } = recordedLog();
  const redis = connectRedis({ url: at(server, 'app:old@'), prefix: 'test' }, log);
  closing.unshift(() => redis.close());
  await until(() => redis.commands.isReady());
  await server.admin.acl('SETUSER', 'app', 'resetpass', '>new');
  expect(await redis.commands.run((client) => client.set('test:a', '1'))).toBe('OK');
  await server.admin.call('CLIENT', 'KILL', 'USER', 'app');
  await until(() => lines.some((line) => line.includes('"code":"WRONGPASS"')));
  await server.admin.acl('SETUSER', 'app', '>old');
  await until(() => redis.commands.isReady());
  expect(lines.join('')).toContain('works again');
});

it('SIGKILL and a start with empty data: no command waits, and all goes on by itself', async () => {
  const server = await start();
  const { log } = recordedLog();
  const redis = connectRedis({ url: at(server), prefix: 'test' }, log);
  closing.unshift(() => redis.close());
  let missed = 0;
  redis.subscribe('test', 'news', { onMessage: () => true, onMissed: () => (missed += 1) });
  await until(() => missed > 0 && redis.commands.isReady());
  await server.kill();
  for (let n = 0; n < 1_000; n += 1) {
    const reply = redis.commands.run((client) => client.get('test:a'));
    // One that waited would be late.
    await expect(reply).rejects.toMatchObject({ outcome: 'away' });
  }
  await server.start();
  await until(() => missed > 1 && redis.commands.isReady());
  expect(await redis.commands.run((client) => client.get('test:a'))).toBeNull();
});
