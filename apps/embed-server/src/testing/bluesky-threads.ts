export const ada = { did: 'did:plc:drawnada2222222222222222', handle: 'ada.example.org' };
export const omar = { did: 'did:plc:drawnomar222222222222222', handle: 'omar.example.org' };

export interface Node {
  readonly $type: string;
  readonly post: unknown;
}

interface Whose {
  readonly author?: typeof ada;
  /** Author of what it replies to. */
  readonly of?: typeof ada;
}

const uriOf = ({ did }: typeof ada, key: string) => `at://${did}/app.bsky.feed.post/${key}`;

/** The view of a post, in reply to the one of the other key. */
export function post(
  key: string,
  parent: string | null = null,
  { author = ada, of = author }: Whose = {},
) {
  const reply = parent === null ? {} : { reply: { parent: { uri: uriOf(of, parent) } } };
  return {
    uri: uriOf(author, key),
    author,
    record: { text: `Words of ${key}`, ...reply },
    indexedAt: '2026-01-02T00:00:00.000Z',
  };
}

export function node(view: unknown): Node {
  return { $type: 'app.bsky.feed.defs#threadViewPost', post: view };
}

/** The path of the JSON of Ada's post with its thread. */
export function threadPath(key: string): string {
  return `/bluesky/${ada.did}/${key}?thread=1`;
}
