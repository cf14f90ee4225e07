import type { CallScene, Hosts } from './call-scenes.js';
import type { TestApp } from './test-app.js';

// Replies about an item in all forms, and hosts that reply otherwise than before.

export const purgeKey = 'a-key-of-at-least-sixteen';

/** The environment of a server for these hosts. */
export function environmentOf({ asked, other }: Hosts, { environment }: CallScene) {
  const allowed = `${asked.authority},${other.authority}`;
  return { PURGE_KEYS: purgeKey, OUTBOUND_ALLOW_HOSTS: allowed, ...environment };
}

/** The address of the item itself. */
export function itemOf({ path }: CallScene): string {
  return path.replace(/(\.amp)?(\?thread=1)?$/, '');
}

const endings = ['', '.amp', '.html', '?thread=1', '.amp?thread=1', '.html?thread=1'];

/** Every form of the item: its JSON, page, fragment, oEmbed; pages have its preview. Pictures are items of their own (ADR 0069). */
export function formsOf(scene: CallScene): readonly string[] {
  const item = itemOf(scene);
  const oembed = `/oembed?url=${encodeURIComponent(`https://embeds.example${item}`)}`;
  const quotations = [oembed, `${oembed}&html=fragment`, `${oembed}&thread=1&html=script`];
  return [...endings.map((ending) => item + ending), ...quotations];
}

/** What is sent of each form. */
export async function readForms({ app }: TestApp, scene: CallScene): Promise<readonly string[]> {
  const read: string[] = [];
  for (const form of formsOf(scene)) {
    const { statusCode, rawPayload } = await app.inject(form);
    const body = rawPayload.toString('latin1').replace(/"requestId":"[^"]*"/, '');
    read.push(`${form} ${statusCode} ${body}`);
  }
  return read;
}

export async function purge(server: TestApp, scene: CallScene): Promise<number> {
  // The posts of a thread on X are items of their own, which its address takes all.
  const { statusCode } = await purgeAddress(server, `https://embeds.example${scene.path}`);
  return statusCode;
}

export function purgeAddress({ app }: TestApp, url: string) {
  const headers = { authorization: `Bearer ${purgeKey}` };
  return app.inject({ method: 'POST', url: '/purge', payload: { url }, headers });
}

/** Words, names, titles, and the word about a name. */
function anew(body: Buffer): Buffer {
  const text = body
    .toString()
    .replaceAll(/Words of|In full/g, 'Other words of')
    .replaceAll(/"(name|display_name|title|author_name)":"[^"]*/g, '$& anew')
    .replaceAll('"rel":"self"', '"rel":"other"');
  return Buffer.from(text);
}

/** What becomes of the hosts after the purge. */
export const aftermaths: Readonly<Record<string, (hosts: Hosts, scene: CallScene) => void>> = {
  'all replies are others': ({ asked, other }) => {
    asked.rewrite(anew);
    other.rewrite(anew);
  },
  'the item is another, and each part of it fails': (hosts, { primary }) => {
    for (const name of ['asked', 'other'] as const) {
      hosts[name].rewrite(anew);
      hosts[name].intercept(({ url }) =>
        primary.test(`${name} ${url}`)
          ? undefined
          : (_request, response) => void response.destroy(),
      );
    }
  },
  'all hosts fail': ({ asked, other }) => {
    for (const host of [asked, other])
      host.intercept(() => (_request, response) => void response.writeHead(500).end());
  },
};
