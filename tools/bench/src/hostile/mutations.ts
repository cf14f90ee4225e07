import { oddNumbers, oddUrls, oddValues, prototypeNames, textUnits } from './odd-values.js';
import type { Random } from './random.js';

/** One value inside a reply. Thousands are made for each mutation, so they are plain data. */
interface Place {
  readonly owner: object;
  readonly key: string;
  readonly value: unknown;
}

/** What a mutation may use beside the place that it changes. */
interface Context {
  readonly random: Random;
  /** Hosts that the server of the reply may not speak for. */
  readonly victims: readonly string[];
  /** A string that stands for text which `JSON.stringify` would not write. */
  readonly literally: (text: string) => string;
}

type Mutation = (place: Place, context: Context) => void;

/** Most upstreams are read up to a megabyte; a few replies are to be over it. */
const mostText = 1_100_000;
const mostItems = 20_000;
const deepest = 20_000;

function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || found.length > 4000) return found;
  const owner = value as Record<string, unknown>;
  for (const key of Object.keys(owner)) {
    found.push({ owner, key, value: owner[key] });
    placesOf(owner[key], found);
  }
  return found;
}

/** Also where the name is `__proto__`. */
function set({ owner, key }: Place, value: unknown): void {
  const attributes = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(owner, key, { value, ...attributes });
}

function longText(random: Random): string {
  const unit = random.pick(textUnits);
  const text = unit.repeat(Math.ceil(random.size(mostText) / unit.length));
  // Half of the long texts mix two units, since a parser may be slow only where one ends and another begins.
  return random.chance(0.5)
    ? text
    : text.slice(0, 2000) + random.pick(textUnits).repeat(random.size(2000)) + text;
}

const growText: Mutation = (place, { random }) =>
  set(
    place,
    typeof place.value === 'string' && random.chance(0.3)
      ? place.value + longText(random)
      : longText(random),
  );

const growList: Mutation = (place, { random }) => {
  const { value } = place;
  const items = Array.isArray(value) && value.length > 0 ? (value as unknown[]) : [value];
  const text = JSON.stringify(items);
  // What stands for literal text is much shorter than the text, so it is not repeated.
  if (text.includes('literally ')) return;
  const count = Math.min(random.size(mostItems), Math.ceil(mostText / text.length));
  // Copies, so that a later mutation grows one item and not all.
  set(
    place,
    Array.from({ length: count }, (_, n) => structuredClone(items[n % items.length])),
  );
};

const nest: Mutation = (place, { random, literally }) => {
  const depth = random.size(deepest);
  const name = JSON.stringify(place.key);
  if (random.chance(0.5)) set(place, literally('['.repeat(depth) + ']'.repeat(depth)));
  else set(place, literally(`{${name}:`.repeat(depth) + 'null' + '}'.repeat(depth)));
};

const changeType: Mutation = (place, { random }) => set(place, random.pick(oddValues));

const oddNumber: Mutation = (place, { random, literally }) =>
  set(place, literally(random.pick(oddNumbers)));

const oddUrl: Mutation = (place, { random }) => set(place, random.pick(oddUrls));

const namePrototype: Mutation = (place, { random }) => {
  const { value } = place;
  const name = random.pick(prototypeNames);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return set(place, name);
  set(place, Object.fromEntries([...Object.entries(value), [name, random.pick(oddValues)]]));
};

const remove: Mutation = ({ owner, key }) => void Reflect.deleteProperty(owner, key);

/** Members by which a reply says who wrote it and where; a name or a text may hold any words. */
const claimed =
  /^(acct|username|preferredUsername|host|ur[il]|href|id|attributedTo|actor|author_url)$/;

/** The reply speaks for another host: as an address, or as an account there. */
const forge: Mutation = (place, { random, victims }) => {
  const { key, value } = place;
  if (victims.length === 0) return;
  const victim = random.pick(victims);
  const host = victim.replace(/^https?:\/\//, '');
  if (/^(acct|username|preferredUsername|host)$/.test(key)) {
    set(place, key === 'host' ? host : `someone@${host}`);
  } else if (typeof value === 'string' && /^https?:\/\//.test(value)) {
    set(place, victim + value.replace(/^https?:\/\/[^/]*/, ''));
  } else set(place, `${victim}/@someone/5`);
};

const mutations: readonly Mutation[] = [
  growText,
  growText,
  growText,
  growList,
  nest,
  changeType,
  changeType,
  oddNumber,
  oddUrl,
  namePrototype,
  remove,
  forge,
  forge,
];

/** Members that hold another item of the same kind. */
const chainKeys = ['reblog', 'quote', 'quoted_tweet', 'parent', 'renote', 'reply', 'object'];

/** The reply inside itself again and again, as text: no object that deep could be printed. */
function chained(text: string, random: Random): string {
  const key = random.pick(chainKeys);
  const opening = `${text.slice(0, -1)},${JSON.stringify(key)}:`;
  const depth = Math.min(random.size(deepest), Math.ceil(mostText / opening.length));
  const wrapped = key === 'quote' && random.chance(0.5);
  const before = wrapped ? `${opening}{"state":"accepted","quoted_status":` : opening;
  return before.repeat(depth) + text + (wrapped ? '}}' : '}').repeat(depth);
}

/** The text of a reply like `sample`, changed in one to four places. */
export function mutated(sample: unknown, random: Random, victims: readonly string[]): string {
  const copy = { reply: structuredClone(sample) };
  const literals: string[] = [];
  const literally = (text: string) => `literally ${literals.push(text) - 1} so`;
  for (let left = 1 + random.int(4); left > 0; left -= 1) {
    const places = placesOf(copy);
    const mutation = random.pick(mutations);
    const fitting = mutation === forge ? places.filter(({ key }) => claimed.test(key)) : places;
    // A mutation may have taken the last place away.
    if (fitting.length > 0) mutation(random.pick(fitting), { random, victims, literally });
  }
  const text = JSON.stringify(copy.reply ?? null).replace(
    /"literally (\d+) so"/g,
    (_, n: string) => literals[Number(n)] ?? 'null',
  );
  return text.startsWith('{"') && random.chance(0.04) ? chained(text, random) : text;
}
