import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, type LaunchOptions } from './launch.js';

const standIn = fileURLToPath(new URL('./stand-in.fixture.mjs', import.meta.url));

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'launch-')));
  for (const name of ['embed-server', 'user-service', 'social-app']) {
    const dist = join(root, 'apps', name, 'dist');
    mkdirSync(dist, { recursive: true });
    copyFileSync(standIn, join(dist, 'main.js'));
  }
  // The stand-ins are ES modules.
  copyFileSync(
    fileURLToPath(new URL('../package.json', import.meta.url)),
    join(root, 'package.json'),
  );
});
const started: { code: Promise<number>; stop(): void }[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.stop();
    await one.code;
  }
  rmSync(root, { recursive: true, force: true });
});

function start(change: Partial<LaunchOptions> = {}) {
  const stop = new AbortController();
  const events = new EventTarget();
  const lines: string[] = [];
  const built: string[][] = [];
  const code = launch({
    root,
    demo: false,
    env: { PATH: process.env['PATH'] },
    print: (line) => {
      lines.push(line);
      events.dispatchEvent(new Event('line'));
    },
    colour: false,
    stop: stop.signal,
    kill: new AbortController().signal,
    build: async (_root, names) => void built.push([...names]),
    ...change,
  });
  async function printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await once(events, 'line');
    }
  }
  const run = { code, lines, built, printed, stop: () => stop.abort() };
  started.push(run);
  return run;
}

const everything = /Triptych is running/;

describe('launch', () => {
  it('builds, starts all three with the local provider, prints the addresses, ends with 0', async () => {
    const it = start();
    const text = await it.printed(everything);
    expect(it.built).toEqual([['embed-server', 'user-service', 'social-app']]);
    for (const name of [
      'embed-server',
      'user-service',
      'social-app',
      'local sign-in',
      'local inbox',
    ]) {
      expect(text).toMatch(new RegExp(`^  ${name} +http://`, 'm'));
    }
    const issuer = /local sign-in +(http:\S+)/.exec(text)?.[1] ?? '';
    expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200);
    await it.printed(new RegExp(`^social-app .*issuer ${issuer}, upstream none`));
    await it.printed(/^user-service .*issuer none/);
    await it.printed(/^user-service .*mails to smtp:\/\/127\.0\.0\.1:\d+/);
    await it.printed(/^social-app .*mails to nobody/);
    const inbox = /local inbox +(http:\S+)/.exec(text)?.[1] ?? '';
    expect(await (await fetch(inbox)).text()).toContain('Local inbox');
    await it.printed(new RegExp(`^user-service .*data in ${join(root, 'data', 'user-service')}`));
    it.stop();
    expect(await it.code).toBe(0);
    await expect(fetch(issuer)).rejects.toThrow();
    await expect(fetch(inbox)).rejects.toThrow();
  });

  it('plays the upstreams in the demo and lists what to open', async () => {
    const it = start({ demo: true });
    const text = await it.printed(everything);
    expect(text).toContain('/tweet/1641086480675225601.amp');
    await it.printed(/^embed-server .*upstream http:\/\/127\.0\.0\.1:\d+/);
    await it.printed(/^social-app .*upstream none/);
    it.stop();
    expect(await it.code).toBe(0);
  });

  it('lets a second start run only embed-server while the first has the data', async () => {
    const first = start();
    const addresses = await first.printed(everything);
    const second = start();
    await second.printed(/Another start has the data folder/);
    const text = await second.printed(everything);
    expect(second.built).toEqual([['embed-server']]);
    expect(text).not.toMatch(/user-service|social-app/);
    const port = (printed: string) => /embed-server +http:\/\/localhost:(\d+)/.exec(printed)?.[1];
    expect(port(text)).not.toBe(port(addresses));
    second.stop();
    expect(await second.code).toBe(0);
    first.stop();
    expect(await first.code).toBe(0);

    const third = start();
    expect(await third.printed(everything)).toContain('user-service');
    third.stop();
    expect(await third.code).toBe(0);
  });

  it('keeps the address of the local provider, and prints when it cannot', async () => {
    const pattern = /local sign-in +http:\/\/127\.0\.0\.1:(\d+)/;
    const portOf = (text: string) => Number(pattern.exec(text)?.[1]);
    const first = start();
    const port = portOf(await first.printed(everything));
    first.stop();
    await first.code;
    const second = start();
    expect(portOf(await second.printed(everything))).toBe(port);
    second.stop();
    await second.code;

    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    try {
      const third = start();
      await third.printed(/another provider to social-app/);
      expect(portOf(await third.printed(everything))).not.toBe(port);
      third.stop();
      expect(await third.code).toBe(0);
    } finally {
      taken.close();
    }
  });

  it('leaves sign-in to a provider that the caller configured', async () => {
    const env = { PATH: process.env['PATH'], OIDC_ISSUER: 'https://id.example.test' };
    const it = start({ env });
    expect(await it.printed(everything)).not.toContain('local sign-in');
    await it.printed(/^social-app .*issuer https:\/\/id\.example\.test/);
    it.stop();
    expect(await it.code).toBe(0);
  });

  it('leaves mails to a mail server that the caller configured', async () => {
    const it = start({ env: { PATH: process.env['PATH'], USER_SERVICE_SMTP_URL: 'smtp://h' } });
    expect(await it.printed(everything)).not.toContain('local inbox');
    await it.printed(/^user-service .*mails to smtp:\/\/h$/);
  });

  it('ends with 1 and the output of the build when the build fails', async () => {
    const it = start({
      build: async () => Promise.reject(new Error('the build failed\ntype fault')),
    });
    expect(await it.code).toBe(1);
    expect(it.lines.at(-1)).toContain('type fault');
  });

  it('ends with 0 when stopped during the build', async () => {
    const it = start({
      build: (_root, _names, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    });
    await it.printed(/Building/);
    it.stop();
    expect(await it.code).toBe(0);
  });

  it('ends with 1 when a service dies', async () => {
    const env = { PATH: process.env['PATH'], USER_SERVICE_MODE: 'dies' };
    const it = start({ env });
    expect(await it.code).toBe(1);
    await it.printed(/^user-service ended with code 7/);
  });
});
