// A person of the machine test: one browser with two tabs, of which at most one has their attention.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInAs } from '../people.js';
import { watchTabs, WatchedTab, type Sighting } from './watched-tab.js';

/** What somebody has typed and sent off. */
export interface Typed {
  readonly token: string;
  readonly partner: string;
  /** It was discarded where it was shown as not sent. */
  isDiscarded: boolean;
}

export class MachinePerson {
  readonly name: string;
  readonly context: BrowserContext;
  readonly tabs: WatchedTab[] = [];
  /** The tab that has their attention; null while they are away. */
  active: WatchedTab | null = null;
  readonly typed: Typed[] = [];
  /** Rows that were shown to them, and the first text of each. */
  readonly shown = new Map<string, string>();
  /** What was shown as deleted, or at the end, and then was not. */
  readonly doubts: Sighting[] = [];
  readonly errors: string[] = [];
  /** Messages that they have asked to be deleted, hidden or discarded. */
  readonly removed = new Set<string>();

  private constructor(name: string, context: BrowserContext) {
    this.name = name;
    this.context = context;
  }

  static async signIn(browser: Browser, url: string, name: string): Promise<MachinePerson> {
    // Tall, so that whatever is at the end of a conversation is on the screen.
    const viewport = { width: 1100, height: 1600 };
    const { page } = await signInAs(browser, url, name, { viewport });
    const person = new MachinePerson(name, page.context());
    await watchTabs(person.context, (sighting) => person.note(sighting));
    await page.evaluate('navigator.serviceWorker.ready');
    await page.reload();
    person.adopt(page);
    await person.openTab('/chats');
    await person.attend(person.tabs[0]!);
    person.context.setDefaultTimeout(2_500);
    return person;
  }

  private note(sighting: Sighting): void {
    const { kind, key, text } = sighting;
    // A later document may show it as deleted, which says nothing of what it was.
    if (kind === 'shown') this.shown.set(key, this.shown.get(key) ?? text);
    else this.doubts.push(sighting);
  }

  private adopt(page: Page): WatchedTab {
    page.on('pageerror', (error) => this.errors.push(`${this.name}: ${error.stack ?? error}`));
    const tab = new WatchedTab(page);
    this.tabs.push(tab);
    return tab;
  }

  async openTab(path: string): Promise<WatchedTab> {
    const page = await this.context.newPage();
    await page.goto(new URL(path, this.tabs[0]!.page.url()).href, { waitUntil: 'commit' });
    return this.adopt(page);
  }

  async closeTab(tab: WatchedTab): Promise<void> {
    if (this.active === tab) this.active = null;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await tab.page.close();
  }

  /** Gives their attention to one tab, or to none. */
  async attend(tab: WatchedTab | null): Promise<void> {
    const before = this.active;
    this.active = null;
    if (before && before !== tab) await before.giveAttention(false);
    await tab?.giveAttention(true);
    this.active = tab;
  }
}
