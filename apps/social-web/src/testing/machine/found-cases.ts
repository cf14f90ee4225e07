// What was wrong once (issue 16), as steps that lead there: they are taken before the random ones. Other found cases have
// tests of their own: what is discarded in another tab in conversation/queue.browser.test.ts, what is done without a network in
// offline and friend-queue, the policy and the release in release.browser.test.ts.
import type { Page } from 'playwright-core';
import { openChat } from '../people.js';
import { healthy } from './faulty-network.js';
import type { MachinePerson } from './machine-person.js';
import { outage, type Between } from './network-steps.js';
import { write } from './page-actions.js';
import { deletion } from './steps.js';

type People = readonly [alice: MachinePerson, bob: MachinePerson];

interface FoundCase {
  readonly name: string;
  readonly play: (people: People, between: Between) => Promise<void>;
}

const pageOf = ({ tabs }: MachinePerson): Page => tabs[0]!.page;

/** The second page loads slowly, and all of it anew, while the first person acts. */
async function whileLoading(
  [alice, bob]: People,
  { network }: Between,
  act: () => Promise<unknown>,
): Promise<void> {
  await openChat(pageOf(alice), 'Bob');
  await openChat(pageOf(bob), 'Alice');
  network.conditions = { ...healthy, latencyMs: 2_000, isForgetful: true };
  await pageOf(bob).reload({ waitUntil: 'commit' });
  await act();
  network.conditions = healthy;
}

const writesWhileLoading: FoundCase = {
  name: 'a friend writes while the page loads',
  play: (people, between) =>
    whileLoading(people, between, () => write(people[0], pageOf(people[0]), 8)),
};

const deletesWhileLoading: FoundCase = {
  name: 'a friend deletes while the page loads',
  play: (people, between) =>
    whileLoading(people, between, () =>
      deletion('Delete for both', '.message-own')(people[0], pageOf(people[0]), () => 0),
    ),
};

const longOutage: FoundCase = {
  name: 'both write while a gateway replies with 503 for 20 s, and go on afterwards',
  async play([alice, bob], between) {
    await openChat(pageOf(alice), 'Bob');
    await openChat(pageOf(bob), 'Alice');
    outage(between, () => 0);
    for (const person of [alice, bob]) await write(person, pageOf(person), 4);
    await between.outage;
    for (const person of [alice, bob]) await write(person, pageOf(person), 1);
  },
};

const nobodyLooks: FoundCase = {
  name: 'a friend writes while nobody looks at the conversation that is open',
  async play([alice, bob]) {
    await openChat(pageOf(alice), 'Bob');
    await openChat(pageOf(bob), 'Alice');
    await bob.attend(null);
    const [token] = (await write(alice, pageOf(alice), 1)) ?? [];
    await pageOf(bob).locator('.bubble', { hasText: token! }).waitFor();
  },
};

export const foundCases: readonly FoundCase[] = [
  writesWhileLoading,
  deletesWhileLoading,
  longOutage,
  nobodyLooks,
];
