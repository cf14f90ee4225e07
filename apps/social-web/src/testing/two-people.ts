import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { befriend, openChat, signInAs, type Person } from './people.js';
import { startSocialServer, type SocialServer } from './social-server.js';

export interface TwoPeople {
  readonly server: SocialServer;
  readonly browser: Browser;
  readonly alice: Person;
  readonly bob: Person;
  close(): Promise<void>;
}

/** A server, and two friends in browser contexts of their own, each with their conversation open. */
export async function startTwoPeople(bobOptions: BrowserContextOptions = {}): Promise<TwoPeople> {
  const [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const alice = await signInAs(browser, server.url, 'Alice');
    const bob = await signInAs(browser, server.url, 'Bob', bobOptions);
    await befriend(alice.page, bob.page, 'Bob');
    await openChat(alice.page, 'Bob');
    await openChat(bob.page, 'Alice');
    return { server, browser, alice, bob, close };
  } catch (error) {
    await close();
    throw error;
  }
}
