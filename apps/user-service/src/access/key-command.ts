import type { Actor } from '../audit/audit.js';
import { InvalidKey } from './access.errors.js';
import { keyToWire } from './key-mapping.js';
import type { Keys } from './keys.js';

const usage = `usage: keys create NAME --scopes read,write,events,admin [--ends 2027-01-31T12:00:00Z]
  | keys list | keys rotate ID [--overlap SECONDS] [--ends …] | keys end ID`;

const by: Actor = { key: 'command', requestId: null };

/**
 * The `keys` sub-command: each line that it prints is JSON in the shape of the routes.
 *
 * @throws Error with the usage, or with what is wrong
 */
export async function runKeyCommand(
  keys: Keys,
  parameters: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const [action, ...rest] = parameters;
  try {
    if (action === 'create') return await create(keys, rest, print);
    if (action === 'list' && rest.length === 0) return await list(keys, print);
    if (action === 'rotate') return await rotate(keys, rest, print);
    const [id, ...more] = rest;
    if (action !== 'end' || id === undefined || more.length > 0) throw new Error(usage);
    await keys.end(id, by);
  } catch (error) {
    if (!(error instanceof InvalidKey)) throw error;
    const faults = error.faults?.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`);
    throw new Error(faults?.join('; '), { cause: error });
  }
}

async function create(keys: Keys, parameters: readonly string[], print: (line: string) => void) {
  const { subject, options } = read(parameters, ['scopes', 'ends']);
  const scopes = (options.get('scopes') ?? '').split(',').filter(Boolean);
  const draft = { name: subject, scopes, ends: options.get('ends') };
  const { key, secret } = await keys.create(draft, by);
  print(JSON.stringify({ key: keyToWire(key), secret }));
}

async function list(keys: Keys, print: (line: string) => void) {
  for (let after: string | undefined; ;) {
    const page = await keys.list({ after, limit: 1000 });
    for (const key of page.keys) print(JSON.stringify(keyToWire(key)));
    if (!page.more) return;
    after = page.keys.at(-1)?.id;
  }
}

async function rotate(keys: Keys, parameters: readonly string[], print: (line: string) => void) {
  const { subject, options } = read(parameters, ['overlap', 'ends']);
  const overlap = options.has('overlap') ? Number(options.get('overlap')) : undefined;
  const rotated = await keys.rotate(subject, { overlap, ends: options.get('ends') }, by);
  const [key, replaced] = [keyToWire(rotated.key), keyToWire(rotated.replaced)];
  print(JSON.stringify({ key, secret: rotated.secret, replaced }));
}

/** One subject, and `--name value` pairs of these names. */
function read(parameters: readonly string[], names: readonly string[]) {
  const options = new Map<string, string>();
  const subjects: string[] = [];
  for (let at = 0; at < parameters.length; at += 1) {
    const word = parameters[at]!;
    if (!word.startsWith('--')) subjects.push(word);
    else {
      const value = parameters[(at += 1)];
      if (value === undefined || !names.includes(word.slice(2))) throw new Error(usage);
      options.set(word.slice(2), value);
    }
  }
  const [subject, ...more] = subjects;
  if (subject === undefined || more.length > 0) throw new Error(usage);
  return { subject, options };
}
