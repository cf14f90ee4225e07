// Runs what `npm start` runs, on the given Node and a data folder of its own, twice: all ready, each answers,
// Alice and Bob exchange a message, Ctrl-C ends it with 0, the second start still has the data. A second Ctrl-C ends what a
// request holds up at once, with 1.
// With TEST_DATABASE_URL the data is then copied to PostgreSQL, and a third start has it from there.
// usage: node .ci/smoke.mjs <path of node> [--demo]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { converse, reread } from './conversation.mjs';
import { copyToPostgres } from './copy-to-postgres.mjs';

const [node = process.execPath, ...flags] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '..');
const data = mkdtempSync(join(tmpdir(), 'triptych-data-'));
const patience = 5 * 60_000;
const children = [];

/** Starts everything and gives its addresses once it says that it runs. */
async function start(more = {}) {
  const child = spawn(
    node,
    ['--conditions=@triptych/source', '--import', 'tsx', 'tools/launch/src/main.ts', ...flags],
    {
      cwd: root,
      env: {
        ...process.env,
        ...more,
        DATA_ROOT: data,
        PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  children.push({ child, ended });
  const addresses = {};
  const running = new Promise((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const [, name, url] = /^ {2}([\w-]+(?: sign-in)?) +(http:\S+)/.exec(line) ?? [];
      if (name) addresses[name] = url;
      if (line.includes('Ctrl-C stops everything')) done();
    });
  });
  const tooLate = AbortSignal.timeout(patience);
  await Promise.race([
    running,
    ended.then(([code]) => assert.fail(`it ended with ${code} before it ran`)),
    once(tooLate, 'abort').then(() => assert.fail('it did not start in time')),
  ]);
  return { child, ended, addresses };
}

async function stop({ child, ended }) {
  child.kill('SIGINT');
  const [code, signal] = await ended;
  assert.deepEqual([code, signal], [0, null], 'Ctrl-C ends it with 0');
}

/** Ctrl-C, while a request that never ends is under way, and another one. */
async function stopImpatiently({ child, ended, addresses }) {
  const { port } = new URL(addresses['user-service']);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(
    'POST /users HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
  );
  // Else the service may stop before it has heard of it.
  const [reply] = await once(socket, 'data');
  assert.match(String(reply), /^HTTP\/1\.1 100 /);
  child.kill('SIGINT');
  // npm passes the same Ctrl-C on within a second; only a later one is another.
  await setTimeout(1500);
  assert.equal(child.exitCode, null, 'it finishes what is in flight');
  const began = performance.now();
  child.kill('SIGINT');
  const [code, signal] = await ended;
  assert.deepEqual([code, signal], [1, null], 'the second Ctrl-C ends it with 1');
  assert.ok(performance.now() - began < 10_000, 'at once');
  socket.destroy();
}

async function json(url, init) {
  const response = await fetch(url, init);
  assert.equal(response.status, 200, `${url} answered ${response.status}`);
  return response.json();
}

async function lookAround(addresses) {
  for (const name of ['embed-server', 'user-service', 'social-app']) {
    assert.ok(addresses[name], `${name} tells its address`);
    assert.ok((await json(`${addresses[name]}/openapi.json`)).openapi);
    assert.equal((await fetch(`${addresses[name]}/docs`)).status, 200);
  }
  assert.ok((await json(`${addresses['embed-server']}/version`)).version);
  assert.equal((await fetch(`${addresses['embed-server']}/tweet/abc`)).status, 400);
  assert.ok((await json(`${addresses['social-app']}/api/auth/providers`)).oidc);
  assert.equal((await fetch(`${addresses['social-app']}/api/friends`)).status, 401);
  const issuer = addresses['local sign-in'];
  assert.equal((await json(`${issuer}/.well-known/openid-configuration`)).issuer, issuer);
}

async function findAgain({ addresses }, made) {
  const found = await json(`${addresses['user-service']}/users/${person.Email}`);
  assert.deepEqual(found, made, 'the data is still there');
  await reread(addresses['social-app'], 'see you at nine');
}

const person = { FullName: 'Ada Lovelace', Email: 'ada@example.org' };

try {
  const first = await start();
  await lookAround(first.addresses);
  const users = `${first.addresses['user-service']}/users`;
  const made = await json(users, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  await converse(first.addresses['social-app'], 'see you at nine');
  await stop(first);

  const second = await start();
  await findAgain(second, made);
  await stopImpatiently(second);

  if (process.env.TEST_DATABASE_URL) {
    const third = await start(await copyToPostgres(node, data, process.env.TEST_DATABASE_URL));
    await findAgain(third, made);
    await stop(third);
  }
  console.log('all well');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const { child, ended } of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
}
