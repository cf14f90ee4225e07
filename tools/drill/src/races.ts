import { randomUUID } from 'node:crypto';
import { type Clients, type Handlers, startLoad } from './load.js';
import type { CheckedLoad } from './loads.js';
import { type Person, signIn } from './sign-in.js';

/** How many register the same address at about the same time. */
const rivals = 3;

/** What became of those who want the same. */
interface Race {
  readonly winners: string[];
  losers: number;
  unknown: number;
}

const createRace = (): Race => ({ winners: [], losers: 0, unknown: 0 });

/** Registers each address several times at once: one of them may win, and no other. */
export function contendedUserLoad(url: string, clients: Clients): CheckedLoad {
  const run = randomUUID().slice(0, 8);
  const races = new Map<string, Race>();
  let count = 0;
  const next = () => {
    const Email = `race-${run}-${Math.floor(count++ / rivals)}@example.org`;
    const race = races.get(Email) ?? createRace();
    races.set(Email, race);
    const call = {
      path: '/users',
      method: 'POST' as const,
      headers: { 'idempotency-key': randomUUID() },
      body: { FullName: 'A rival', Email, Phone: '', ContactAddress: '' },
      isRepeatable: true,
      accepted: 409,
    };
    const answered: Handlers['answered'] = (body, status) => {
      if (status === 409) race.losers += 1;
      else race.winners.push((body as { ID: string }).ID);
    };
    return [call, { answered, unknown: () => (race.unknown += 1) }] as const;
  };
  const load = startLoad('user-service: rivals for an address', url, clients, next);
  return {
    load,
    async check() {
      const findings: string[] = [];
      for (const [Email, race] of races) {
        const found = await fetch(`${url}/users/${Email}`);
        const ID = found.ok ? ((await found.json()) as { ID: string }).ID : null;
        for (const fault of faultsOf(race, ID)) findings.push(`${Email}: ${fault}`);
      }
      return findings;
    },
  };
}

function* faultsOf({ winners, losers, unknown }: Race, found: string | null): Generator<string> {
  if (winners.length > 1) yield `${winners.length} of its rivals were registered`;
  if (winners.length === 1 && found !== winners[0]) yield `was ${winners[0]}, is ${found}`;
  if (winners.length === 0 && unknown === 0) yield `${losers} were refused, and nobody registered`;
}

/** People ask each other at once, each pair a single time: one of the two requests may be there, and in both lists. */
export async function crossedRequestLoad(
  url: string,
  clients: Clients,
  peopleCount: number,
): Promise<CheckedLoad> {
  const people: Person[] = [];
  for (let n = 0; n < peopleCount; n += 1) people.push(await signIn(url, `Cas${n}`));
  const pairs = people.flatMap((one, n) => people.slice(n + 1).map((other) => [one, other]));
  shuffle(pairs);
  const races = pairs.map(createRace);
  let count = 0;
  const next = () => {
    const pair = pairs[Math.floor(count / 2)];
    const race = races[Math.floor(count / 2)];
    const [asker, asked] = (count % 2 === 0 ? pair : pair?.toReversed()) ?? [];
    // All have asked each other: what is left is to look.
    if (!asker || !asked || !race)
      return [{ path: '/api/friends', headers: { cookie: people[0]!.cookie } }] as const;
    count += 1;
    const call = {
      path: '/api/friends/add',
      method: 'POST' as const,
      headers: { cookie: asker.cookie },
      body: { email: asked.email },
      isRepeatable: true,
      accepted: 400,
    };
    const answered: Handlers['answered'] = (_, status) => {
      if (status === 400) race.losers += 1;
      else race.winners.push(asker.id);
    };
    return [call, { answered, unknown: () => (race.unknown += 1) }] as const;
  };
  const load = startLoad('social-app: ask each other', url, clients, next);
  return {
    load,
    async check() {
      const requests = await requestsOf(url, people);
      return pairs.slice(0, Math.floor(count / 2)).flatMap(([one, other], n) => {
        const faults = [...faultsOfPair(one!.id, other!.id, races[n]!, requests)];
        return faults.map((fault) => `${one!.id} and ${other!.id}: ${fault}`);
      });
    },
  };
}

/** Requests as their askers see them, and as those who were asked do: `asker asked`. */
interface Requests {
  readonly outgoing: ReadonlySet<string>;
  readonly incoming: ReadonlySet<string>;
}

async function requestsOf(url: string, people: readonly Person[]): Promise<Requests> {
  const outgoing = new Set<string>();
  const incoming = new Set<string>();
  for (const { id, cookie } of people) {
    for (const asked of await idsOf(url, cookie, 'outgoing')) outgoing.add(`${id} ${asked}`);
    for (const asker of await idsOf(url, cookie, 'incoming')) incoming.add(`${asker} ${id}`);
  }
  return { outgoing, incoming };
}

function* faultsOfPair(
  one: string,
  other: string,
  { winners, losers, unknown }: Race,
  { outgoing, incoming }: Requests,
): Generator<string> {
  const isThere = (from: string, to: string) => outgoing.has(`${from} ${to}`);
  const found = [isThere(one, other) && one, isThere(other, one) && other].filter(Boolean);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    if (isThere(from, to) !== incoming.has(`${from} ${to}`))
      yield `the request of ${from} is in one list alone`;
  if (found.length > 1) yield 'both requests are there';
  if (winners.length > 1) yield 'both were told that their request was sent';
  if (winners[0] !== undefined && !found.includes(winners[0]))
    yield `the request of ${winners[0]} is not there`;
  if (found.length === 0 && losers > 0 && unknown === 0) yield 'nobody won';
}

async function idsOf(url: string, cookie: string, list: string): Promise<ReadonlySet<string>> {
  const response = await fetch(`${url}/api/friends/${list}?limit=200`, { headers: { cookie } });
  const { people } = (await response.json()) as { people: readonly { id: string }[] };
  return new Set(people.map(({ id }) => id));
}

function shuffle(list: unknown[]): void {
  for (let n = list.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [list[n], list[other]] = [list[other], list[n]];
  }
}
