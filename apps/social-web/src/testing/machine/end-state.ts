// Brings everything to rest, and compares every screen with the server.
import { setTimeout as pause } from 'node:timers/promises';
import { keptBy } from '../kept.js';
import { heal } from './device-steps.js';
import {
  chatDifferences,
  flickerDifferences,
  forwardedDifferences,
  listDifferences,
  typedDifferences,
  unseenDifferences,
} from './differences.js';
import { fileDifferences } from './file-differences.js';
import { readExpected, type Expected } from './expected-screen.js';
import type { MachinePerson } from './machine-person.js';
import { readDrafts, readQueue, readScreen, unsentOf } from './screen.js';

export interface World {
  readonly people: readonly MachinePerson[];
  /** Of the server itself. */
  readonly url: string;
  /** The name of the partner, by the person and the chat. */
  readonly partners: ReadonlyMap<string, string>;
  /** How far everybody had read before the first step, by person and chat. */
  readonly readBefore: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The longest pauses of a client are those of its stream, 30 s, and they begin anew after a loss. */
const deadlineMs = 120_000;

/** What remains wrong when everything has worked again for a while; nothing when all is well. */
async function settled(differences: () => Promise<string[]>): Promise<string[]> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    const found = await differences();
    if (found.length === 0 || Date.now() > until) return found;
    await pause(500);
  }
}

const expectedOf = ({ url, partners }: World, person: MachinePerson) =>
  readExpected(url, person, (chatId) => partners.get(`${person.name} ${chatId}`) ?? chatId);

/** @param isWhole also what is further up than what is loaded */
export async function findDifferences(world: World, isWhole: boolean): Promise<string[]> {
  await Promise.all(world.people.map(heal));
  const now = () => ofEverybody(world, (person) => screenDifferences(world, person));
  const screens = await settled(now);
  if (screens.length > 0) return screens;
  // While nobody looks: whoever looks through everything below has seen everything.
  const unseen = await ofEverybody(world, (person) => readDifferences(world, person));
  if (unseen.length > 0) return unseen;
  await Promise.all(world.people.map((person) => person.attend(person.tabs[0]!)));
  const chats = await ofEverybody(world, (person) => walk(world, person, isWhole));
  // Walking through the tabs has left another one in front.
  await Promise.all(world.people.map((person) => person.attend(person.tabs[0]!)));
  if (chats.length > 0) return chats;
  const lists = await settled(now);
  return [...lists, ...(await historyDifferences(world))];
}

async function ofEverybody(
  { people }: World,
  differences: (person: MachinePerson) => Promise<string[]>,
): Promise<string[]> {
  return (await Promise.all(people.map(differences))).flat();
}

async function screenDifferences(world: World, person: MachinePerson): Promise<string[]> {
  const expected = await expectedOf(world, person);
  const unsent = unsentOf(await readQueue(person.tabs[0]!.page));
  const found = unsent.map((queued) => `${person.name}: still queued: ${JSON.stringify(queued)}`);
  for (const [index, tab] of person.tabs.entries()) {
    const name = `${person.name}, tab ${index}`;
    const screen = await readScreen(tab.page);
    if (screen.notice) found.push(`${name} says: ${screen.notice}`);
    if (screen.hasList) {
      const wrong = listDifferences(name, screen, expected);
      found.push(...wrong);
      if (wrong.length > 0) found.push(`${name} keeps: ${await keptBy(tab.page)}`);
    }
    found.push(...chatDifferences(name, screen, expected, { isWhole: false }));
  }
  return found;
}

/** What counts as read and was never shown. */
async function readDifferences(world: World, person: MachinePerson): Promise<string[]> {
  const expected = await expectedOf(world, person);
  return unseenDifferences(person, expected, world.readBefore.get(person.name)!);
}

/** Opens each conversation in each tab, as a person who looks through all of them. */
async function walk(world: World, person: MachinePerson, isWhole: boolean): Promise<string[]> {
  const { chats, archived } = await expectedOf(world, person);
  for (const { chatId, partner } of chats.values()) {
    for (const { page } of person.tabs) {
      await page.bringToFront();
      await page.getByRole('link', { name: 'Chats' }).click({ timeout: 30_000 });
      if (archived.has(chatId)) await page.locator('.chats-archive').click({ timeout: 30_000 });
      await page.locator(`.chat-row[data-row="${chatId}"]`).click({ timeout: 30_000 });
    }
    const found = await settled(async () => {
      const expected = await expectedOf(world, person);
      const differences: string[] = [];
      for (const [index, { page }] of person.tabs.entries()) {
        const name = `${person.name}, tab ${index}`;
        const screen = await readScreen(page);
        if (screen.chatId !== chatId) differences.push(`${name}: ${partner} is not opened`);
        if (isWhole && !screen.isWhole) {
          const frame = page.locator('.messages');
          await frame.evaluate((element) => void (element.scrollTop = 0)).catch(() => {});
          differences.push(`${name}: the beginning with ${partner} is not shown`);
        }
        differences.push(...chatDifferences(name, screen, expected, { isWhole }));
      }
      return differences;
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** What was typed, and what has flickered. */
async function historyDifferences(world: World): Promise<string[]> {
  const { people } = world;
  const digests = new Map(people.flatMap(({ files }) => [...files]));
  const all = new Map<MachinePerson, Expected>();
  for (const person of people) all.set(person, await expectedOf(world, person));
  const chatWith = (one: MachinePerson, other: MachinePerson) =>
    [...all.get(one)!.chats.values()].find(({ partner }) => partner === other.name);
  const found: string[] = [];
  for (const one of people) {
    const { page } = one.tabs[0]!;
    const queue = await readQueue(page);
    const pending = new Set(
      queue.flatMap(({ change }) => (change.kind === 'send' ? change.text : [])),
    );
    // The field may be gone before the key that sends it off.
    const drafted = await readDrafts(page);
    found.push(...flickerDifferences(one, all.get(one)!));
    found.push(...one.errors);
    for (const other of people.filter((person) => person !== one)) {
      const views = [chatWith(one, other), chatWith(other, one)] as const;
      found.push(...typedDifferences(one, other, views, { pending, drafted }));
      const waiting = queue.filter(({ chatId }) => chatId === views[0]?.chatId);
      const isRefused = waiting.some(({ change }) => change.kind === 'forward');
      if (!isRefused) found.push(...forwardedDifferences(one, other, all.get(one)!, people));
      const [, chat] = views;
      if (!chat) continue;
      const sent = { chat, senderId: all.get(one)!.me, isWaiting: waiting.length > 0 };
      found.push(
        ...(await fileDifferences({ ...sent, url: world.url, one, partner: other, digests })),
      );
    }
  }
  return found;
}
