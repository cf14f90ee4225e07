// A person of the machine test: one browser with two tabs, of which at most one has their attention.
import type { Browser, BrowserContext, Page, Request, ViewportSize } from 'playwright-core';
import { signInAs } from '../people.js';
import { watchTabs, WatchedTab, type Sighting } from './watched-tab.js';

/** What somebody has typed and sent off. */
export interface Typed {
  readonly token: string;
  readonly partner: string;
  /** Milliseconds. */
  readonly at: number;
  /** It was discarded where it was shown as not sent. */
  isDiscarded: boolean;
}

/** That everything up to a message has been read, as a browser has reported it. */
export interface ReportedMark {
  readonly chatId: string;
  readonly seq: number;
  readonly at: number;
}

export class MachinePerson {
  readonly name: string;
  /** Of the service. */
  private readonly url: string;
  readonly context: BrowserContext;
  /** Whether their screen shows a part alone of what is loaded of a conversation. */
  readonly isLow: boolean;
  readonly tabs: WatchedTab[] = [];
  /** The tab that has their attention; null while they are away. */
  active: WatchedTab | null = null;
  /** The step that they are at, for whoever looks for what it waits for. */
  step = '';
  isOffline = false;
  /** Their device is closed; none of its tabs runs. */
  isAsleep = false;
  readonly typed: Typed[] = [];
  /** What was forwarded, by the first word of its text. */
  readonly forwarded: Typed[] = [];
  /** Voice messages; without a token. */
  readonly spoken: Typed[] = [];
  /** Of each file that was chosen the hash of its bytes, by its name. */
  readonly files = new Map<string, string>();
  /** Which of them were sent with a token, in order. */
  readonly fileNames = new Map<string, readonly string[]>();
  /** Friends with whom they have let messages end. */
  readonly withEnd = new Set<string>();
  /** The number of the last message that was to be typed. */
  written = 0;
  /** Rows that were shown to them, and the first text of each. */
  readonly shown = new Map<string, string>();
  /** When they were shown first, in milliseconds. */
  readonly shownAt = new Map<string, number>();
  /** And when they were in sight. */
  readonly seenAt = new Map<string, number>();
  readonly marks: ReportedMark[] = [];
  /** What was shown as deleted, or at the end, and then was not. */
  readonly doubts: Sighting[] = [];
  readonly errors: string[] = [];
  /** Messages that they have asked to be deleted, hidden or discarded. */
  readonly removed = new Set<string>();

  private constructor(url: string, name: string, context: BrowserContext, isLow: boolean) {
    this.url = url;
    this.name = name;
    this.context = context;
    this.isLow = isLow;
  }

  static async signIn(
    browser: Browser,
    url: string,
    name: string,
    viewport: ViewportSize,
  ): Promise<MachinePerson> {
    const { page } = await signInAs(browser, url, name, { viewport });
    const person = new MachinePerson(url, name, page.context(), viewport.height < 1_000);
    await watchTabs(person.context, (sighting) => person.note(sighting));
    person.context.on('request', (request) => person.noteMark(request));
    await page.evaluate('navigator.serviceWorker.ready');
    await page.reload();
    person.adopt(page);
    await person.openTab('/chats');
    await person.attend(person.tabs[0]!);
    return person;
  }

  private note(sighting: Sighting): void {
    const { kind, key, text, at } = sighting;
    if (kind === 'seen') setFirst(this.seenAt, key, at);
    else if (kind === 'shown') {
      // A later document may show it as deleted, which says nothing of what it was.
      setFirst(this.shown, key, text);
      setFirst(this.shownAt, key, at);
    } else this.doubts.push(sighting);
  }

  private noteMark(request: Request): void {
    if (new URL(request.url()).pathname !== '/api/message/read') return;
    const mark = request.postDataJSON() as Omit<ReportedMark, 'at'>;
    this.marks.push({ ...mark, at: Date.now() });
  }

  private adopt(page: Page): WatchedTab {
    page.on('pageerror', (error) => this.errors.push(`${this.name}: ${error.stack ?? error}`));
    const tab = new WatchedTab(page);
    this.tabs.push(tab);
    return tab;
  }

  async openTab(path: string): Promise<WatchedTab> {
    // It is a tab of theirs also where nothing is found at the address.
    const tab = this.adopt(await this.context.newPage());
    try {
      await tab.page.goto(new URL(path, this.url).href, { waitUntil: 'commit' });
    } catch (error) {
      // One that waits for its first reply cannot be asked for anything.
      if (tab.page.url() === 'about:blank') await this.closeTab(tab);
      throw error;
    }
    return tab;
  }

  async closeTab(tab: WatchedTab): Promise<void> {
    if (this.active === tab) this.active = null;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    // A lock that is passed on wakes whom it is passed to.
    for (const other of this.tabs) await other.setAsleep(false);
    await tab.page.close();
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    await this.context.setOffline(isOffline);
  }

  /** Closes the device, as with its lid, or opens it. */
  async setAsleep(isAsleep: boolean): Promise<void> {
    if (isAsleep) await this.attend(null);
    this.isAsleep = isAsleep;
    for (const tab of this.tabs) await tab.setAsleep(isAsleep);
  }

  /** Gives their attention to one tab, or to none. */
  async attend(tab: WatchedTab | null): Promise<void> {
    const before = this.active;
    this.active = null;
    if (before && before !== tab) await before.giveAttention(false);
    if (tab && this.isAsleep) await this.setAsleep(false);
    await tab?.setAsleep(false);
    // Chromium draws a tab behind another one once a second.
    await tab?.page.bringToFront();
    await tab?.giveAttention(true);
    this.active = tab;
  }
}

function setFirst<Value>(values: Map<string, Value>, key: string, value: Value): void {
  if (!values.has(key)) values.set(key, value);
}
