import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromiumFlags, chromiumPath } from '@triptych/testing/chromium';
import { chromium, type Page } from 'playwright-core';

export interface Profile {
  readonly page: Page;
  /** As a person closes it. */
  close(): Promise<void>;
  /** As a system does that is short of memory; also after it was closed. */
  kill(): Promise<void>;
}

/** A Chromium of its own that keeps everything in this folder for the next one. */
export async function startProfile(folder: string): Promise<Profile> {
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  // With a group of its own, so that all of its processes end at once.
  const running = spawn(chromiumPath(), [...flags, ...chromiumFlags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(running, 'exit');
  const browser = await chromium.connectOverCDP(await debuggerOf(running.stderr));
  const context = browser.contexts()[0]!;
  const page = context.pages()[0] ?? (await context.newPage());
  // Tall enough that every row of a short conversation is drawn.
  await page.setViewportSize({ width: 1000, height: 1600 });
  return {
    page,
    async close() {
      const session = await browser.newBrowserCDPSession();
      // The connection ends before its reply.
      session.send('Browser.close').catch(() => {});
      await ended;
    },
    async kill() {
      if (running.exitCode === null && running.signalCode === null)
        process.kill(-running.pid!, 'SIGKILL');
      await ended;
    },
  };
}

async function debuggerOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('Chromium did not start');
}
