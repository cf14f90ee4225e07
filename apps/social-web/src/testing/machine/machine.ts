// Three people with two tabs each, over a network that fails in every way. What they do follows from a seed.
// Faults that were put back, and what noticed them:
//   a read mark sent without attention → the found cases (seed 16); the random steps of seed 17, within 100
//   a change that is overtaken after two failures → the found cases (seed 16)
//   an older page brings a deleted message back → not 150 steps of seed 16; store/local-store.test.ts and people.test.ts
//   an older version replaces a newer one → store/local-store.test.ts; not tried here
//   the end of a chat read after the page came, not before it was asked for → store/people.test.ts; not tried here
// Seeds 201 to 204 took 1,800 steps on a machine with ten to twenty times its load, and have found:
//   a composer for somebody who was a friend no more, since the first reply of a list was read before a change (202; mended)
//   an own message that left the end of the list for a moment, after it was edited and the page was loaded anew (203; open)
//   two messages that count as read before their sighting came (201, 204): sightings had the time of their arrival here
import { freePort } from '@triptych/free-port';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser } from 'playwright-core';
import { befriend, openChat, sendText } from '../people.js';
import { startReleases } from '../releases.js';
import { beepingMicrophone } from '../voices.js';
import { deviceSteps, type DeviceStep } from './device-steps.js';
import { findDifferences, type World } from './end-state.js';
import { readExpected } from './expected-screen.js';
import { FaultyNetwork, healthy } from './faulty-network.js';
import { foundCases } from './found-cases.js';
import { MachinePerson } from './machine-person.js';
import { networkSteps, type Between } from './network-steps.js';
import { note } from './page-actions.js';
import { pickWeighted, randomFrom, type Random } from './random.js';
import { steps } from './steps.js';
import { within } from './within.js';

/** With these steps between them the screens are compared with the server. */
const checkedEvery = 200;

interface Run {
  readonly seed: number;
  readonly steps: number;
  /** What was wrong once is tried first. */
  readonly withFoundCases?: boolean;
  readonly onStep?: (line: string) => void;
}

/** What was done, in order, and what is wrong then; nothing when all is well. */
export interface MachineResult {
  /** Fewer than were asked for when something is wrong before. */
  readonly steps: number;
  readonly log: readonly string[];
  readonly differences: readonly string[];
}

export async function runMachine(run: Run): Promise<MachineResult> {
  const { seed, steps: count, onStep = () => {} } = run;
  const machine = await Machine.start(seed, onStep);
  try {
    const found = run.withFoundCases ? await machine.playFoundCases() : [];
    if (found.length > 0) return { steps: 0, log: machine.log, differences: found };
    for (let step = 0; ;) {
      const next = Math.min(count, step + checkedEvery);
      const middle = Math.floor(count / 2);
      const releaseAt = step <= middle && middle < next ? next - 1 - middle : null;
      const stuck = await machine.take(next - step, releaseAt);
      step = next;
      const isLast = step === count;
      const differences = stuck.length > 0 ? stuck : await machine.check(isLast);
      if (isLast || differences.length > 0) return { steps: step, log: machine.log, differences };
    }
  } finally {
    await machine.close();
  }
}

const names = ['Alice', 'Bob', 'Cleo'] as const;
/** On high ones whatever is at the end of a conversation is shown; what is further up of it is out of sight on a low one. */
const screens = {
  Alice: { width: 1100, height: 1600 },
  Bob: { width: 1100, height: 1600 },
  Cleo: { width: 1100, height: 500 },
};
/** What cannot be done within this time is left. */
const stepTimeoutMs = 2_500;
/** Far more than any step takes on a loaded machine: whoever takes longer waits for what never comes. */
const stuckMs = 120_000;
/** What the people of a test do within minutes, more than anybody may. */
const env = { MESSAGE_LIMIT: '0', FRIEND_REQUEST_LIMIT: '0', SIGN_IN_LIMIT: '0' };

class Machine {
  /** What was done, in order. */
  readonly log: string[] = [];
  private readonly onStep: (line: string) => void;
  private readonly browser: Browser;
  private readonly between: Between;
  private readonly world: World;
  private readonly lanes: readonly Random[];
  private readonly random: Random;

  private constructor(
    parts: { browser: Browser; between: Between; world: World; seed: number },
    onStep: (line: string) => void,
  ) {
    const { browser, between, world, seed } = parts;
    this.onStep = onStep;
    this.browser = browser;
    this.between = between;
    this.world = world;
    this.random = randomFrom(seed);
    this.lanes = names.map((_, index) => randomFrom(seed * 10 + index + 1));
  }

  static async start(seed: number, onStep: (line: string) => void): Promise<Machine> {
    const [port, target] = [await freePort(), await freePort()];
    const network = await FaultyNetwork.start(target, randomFrom(seed * 10), port);
    const url = `http://localhost:${port}`;
    const [server, browser] = await Promise.all([
      startReleases({ port: target, url, env }),
      startChromium(beepingMicrophone),
    ]);
    const between = { network, server, restarting: null, outage: null };
    try {
      const people: MachinePerson[] = [];
      for (const name of names)
        people.push(await MachinePerson.signIn(browser, url, name, screens[name]));
      const world = await meet(people, url);
      return new Machine({ browser, between, world, seed }, onStep);
    } catch (error) {
      await closeAll(browser, between);
      throw error;
    }
  }

  /**
   * So many steps, each person at their own pace, and now and then one of what is between them.
   *
   * @param releaseAt a release comes when so many of them are left
   * @returns who waits for what never comes
   */
  async take(count: number, releaseAt: number | null): Promise<readonly string[]> {
    for (const { context } of this.world.people) context.setDefaultTimeout(stepTimeoutMs);
    let left = count;
    const stuck: string[] = [];
    const walk = async (person: MachinePerson, random: Random) => {
      while (left > 0) {
        left -= 1;
        if (left === releaseAt) this.release();
        if (this.random(12) === 0) this.changeNetwork();
        if ((await within(stuckMs, this.act(person, random))) !== null) continue;
        stuck.push(`${person.name} is stuck in ${person.step}: ${await tabsOf(person)}`);
        left = 0;
      }
    };
    await Promise.all(this.world.people.map((person, index) => walk(person, this.lanes[index]!)));
    return stuck;
  }

  async playFoundCases(): Promise<readonly string[]> {
    const [alice, bob] = this.world.people;
    for (const { name, play } of foundCases) {
      this.note(name);
      for (const person of [alice!, bob!]) await person.attend(person.tabs[0]!);
      await play([alice!, bob!], this.between);
    }
    return this.check(false);
  }

  private changeNetwork(): void {
    const done = pickWeighted(this.random, networkSteps)(this.between, this.random);
    if (done) this.note(`network: ${done}`);
  }

  private release(): void {
    this.between.server.release();
    this.note('network: a release');
  }

  private note(line: string): void {
    this.log.push(line);
    this.onStep(line);
  }

  private async act(person: MachinePerson, random: Random): Promise<'done'> {
    const note = (what: string) => this.note(`${person.name} ${what}`);
    const isOfDevice = random(5) === 0 || person.active === null;
    try {
      // What cannot be done now gives way to something else, a few times.
      for (let done: string | null = null, tries = 0; done === null && tries < 4; tries++) {
        const step = isOfDevice ? pickWeighted(random, deviceSteps) : stepOf(person, random);
        person.step = step.name;
        done = await step(person, random);
        if (done) note(done);
      }
    } catch (error) {
      note(`could not: ${String(error).split('\n')[0]}`);
      // An open menu or dialog is in the way of all that follows.
      for (let times = 0; times < 2 && person.active !== null; times++)
        await within(stepTimeoutMs, person.active.page.keyboard.press('Escape')).catch(() => {});
    }
    return 'done';
  }

  /** Lets everything come to rest, and compares. */
  async check(isWhole: boolean): Promise<readonly string[]> {
    await this.between.restarting;
    await this.between.outage;
    this.between.network.conditions = healthy;
    return findDifferences(this.world, isWhole);
  }

  close(): Promise<void> {
    return closeAll(this.browser, this.between);
  }
}

/** One of those that are done in the tab with their attention. */
function stepOf({ active }: MachinePerson, random: Random): DeviceStep {
  const step = pickWeighted(random, steps);
  const inTab: DeviceStep = (person) => step(person, active!.page, random);
  return Object.defineProperty(inTab, 'name', { value: step.name });
}

async function closeAll(browser: Browser, between: Between): Promise<void> {
  await browser.close();
  await between.restarting?.catch(() => {});
  await between.outage;
  await between.network.close();
  await between.server.close();
}

/** All become friends, and write a word to each other. */
async function meet(people: readonly MachinePerson[], url: string): Promise<World> {
  const [alice, bob, cleo] = people.map(({ tabs }) => tabs[0]!.page) as [never, never, never];
  await befriend(alice, bob, 'Bob');
  await befriend(alice, cleo, 'Cleo');
  await befriend(bob, cleo, 'Cleo');
  for (const one of people)
    for (const other of people.filter((person) => person !== one)) {
      const { page } = one.tabs[0]!;
      await openChat(page, other.name);
      note(one.typed, `${one.name}-0`, other.name);
      await sendText(page, other.name, `${one.name}-0`);
      await page.getByText('Sending…').waitFor({ state: 'detached' });
    }
  const ids = new Map<string, string>();
  const [partners, readBefore] = [
    new Map<string, string>(),
    new Map<string, Map<string, number>>(),
  ];
  for (const person of people) {
    const { me } = await readExpected(url, person, String);
    ids.set(me, person.name);
  }
  for (const person of people) {
    for (const [id, name] of ids) {
      const [own] = [...ids].find(([, one]) => one === person.name)!;
      partners.set(`${person.name} ${[own, id].sort().join('--')}`, name);
    }
    readBefore.set(person.name, new Map());
  }
  return { people, url, partners, readBefore };
}

/** What each of somebody's tabs says of itself. */
async function tabsOf({ tabs, active }: MachinePerson): Promise<string> {
  const states = tabs.map(async (tab) => {
    const state = within(stepTimeoutMs, tab.page.evaluate<string>('document.readyState'));
    const said = await state.catch((error: unknown) => String(error).split('\n')[0]);
    return `${tab === active ? 'active ' : ''}${tab.page.url()} ${said ?? 'does not reply'}`;
  });
  return (await Promise.all(states)).join(', ');
}
