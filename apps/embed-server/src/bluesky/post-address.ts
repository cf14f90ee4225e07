/** Where a post is: its author by handle or DID, and its key. */
export interface PostAddress {
  readonly actor: string;
  readonly rkey: string;
}

const longestAddress = 2048;

// atproto.com/specs/did: of two methods, at most 2048 letters. What is longer than a host name allows is no `did:web`.
const did = /^did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9][a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])$/;
// atproto.com/specs/handle: a name of the DNS whose last part does not start with a digit.
const handle =
  /^(?=.{3,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const reservedHandle = /\.(?:alt|arpa|example|internal|invalid|local|localhost|onion)$/i;
// atproto.com/specs/record-key
const recordKey = /^(?!\.{1,2}$)[A-Za-z0-9._:~-]{1,512}$/;

export function isDid(value: string): boolean {
  return did.test(value);
}

export function isRecordKey(value: string): boolean {
  return recordKey.test(value);
}

/** Reads an address as people paste it; `null` when it is none of a post. */
export function parsePostAddress(given: string): PostAddress | null {
  if (given.length > longestAddress) return null;
  const parts = partsOf(given);
  if (parts === null) return null;
  const [actor, rkey] = parts.map(decoded);
  if (!actor || !rkey || !recordKey.test(rkey)) return null;
  if (isDid(actor)) return { actor, rkey };
  const name = actor.replace(/^@/, '').toLowerCase();
  return handle.test(name) && !reservedHandle.test(name) ? { actor: name, rkey } : null;
}

/** `AUTHOR/KEY` is the short form in which pages of this server name it. */
function partsOf(given: string): readonly string[] | null {
  if (/^at:/i.test(given)) return partsOfUri(given);
  return /^([^/?#]+)\/([^/?#]+)$/.exec(given)?.slice(1) ?? partsOfPage(given);
}

/** Of `at://` with its two slashes, or merged into one by a proxy. */
function partsOfUri(given: string): readonly string[] | null {
  return /^at:\/\/?([^/?#]+)\/app\.bsky\.feed\.post\/([^/?#]+)\/?$/i.exec(given)?.slice(1) ?? null;
}

function partsOfPage(given: string): readonly string[] | null {
  const repaired = given.replace(/^(https?):\/(?!\/)/i, '$1://');
  if (!/^https?:\/\//i.test(repaired) || !URL.canParse(repaired)) return null;
  const { hostname, port, username, password, pathname } = new URL(repaired);
  const isHome = /^(?:www\.)?bsky\.app\.?$/.test(hostname) && port === '';
  if (!isHome || username !== '' || password !== '') return null;
  return /^\/profile\/([^/]+)\/post\/([^/]+)\/?$/.exec(pathname)?.slice(1) ?? null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

export interface RecordUri {
  readonly did: string;
  readonly collection: string;
  readonly rkey: string;
}

/** Of an `at://` in a reply of the service, which names authors by DID alone. */
export function parseRecordUri(value: unknown): RecordUri | null {
  if (typeof value !== 'string' || value.length > longestAddress) return null;
  const [, owner = '', collection = '', rkey = ''] =
    /^at:\/\/([^/]+)\/([a-zA-Z.]{1,317})\/([^/]+)$/.exec(value) ?? [];
  return isDid(owner) && isRecordKey(rkey) ? { did: owner, collection, rkey } : null;
}

const app = 'https://bsky.app';

/** A colon may stand in a path, and people know DIDs with theirs. */
const inPath = (part: string) => encodeURIComponent(part.toWellFormed()).replaceAll('%3A', ':');

export function profileUrl(actor: string): string {
  return `${app}/profile/${inPath(actor)}`;
}

/** The page of a post; handles move, so those that know the DID name it. */
export function postUrl(actor: string, rkey: string): string {
  return `${profileUrl(actor)}/post/${inPath(rkey)}`;
}

export function tagUrl(tag: string): string {
  return `${app}/hashtag/${encodeURIComponent(tag.toWellFormed())}`;
}

const pages = {
  'app.bsky.graph.list': ({ did, rkey }) => `${profileUrl(did)}/lists/${inPath(rkey)}`,
  'app.bsky.feed.generator': ({ did, rkey }) => `${profileUrl(did)}/feed/${inPath(rkey)}`,
  'app.bsky.graph.starterpack': ({ did, rkey }) =>
    `${app}/starter-pack/${inPath(did)}/${inPath(rkey)}`,
  'app.bsky.labeler.service': ({ did }) => profileUrl(did),
  'app.bsky.feed.post': ({ did, rkey }) => postUrl(did, rkey),
} satisfies Record<string, (uri: RecordUri) => string>;

/** The page of a record, of a collection that has some. */
export function recordPage(uri: RecordUri): string | null {
  return Object.hasOwn(pages, uri.collection)
    ? pages[uri.collection as keyof typeof pages](uri)
    : null;
}
