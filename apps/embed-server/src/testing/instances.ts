import { load } from 'cheerio';
import { createTestApp, type TestApp } from './test-app.js';
import { startUpstream, type UpstreamPlayer } from './upstream-player.js';

/** A server that is asked for a status of one instance, and two others that the instance may speak of. */
export interface Instances {
  readonly server: TestApp;
  readonly asked: UpstreamPlayer;
  readonly other: UpstreamPlayer;
  readonly third: UpstreamPlayer;
  /** The status of the asked instance, below this server. */
  path(rest?: string): string;
  oembed(): Promise<Record<string, unknown>>;
  page(): Promise<Sources>;
  close(): Promise<void>;
}

/** What a page says of where its posts are from; of a list the outer post first. */
export interface Sources {
  readonly status: number;
  readonly title: string;
  readonly canonical: string | undefined;
  readonly handles: readonly (string | undefined)[];
  readonly links: readonly (string | undefined)[];
  readonly text: string;
  readonly html: string;
}

/** Where the asked instance has its status by REST. */
export const restPath = '/api/v1/statuses/5';

export async function startInstances(): Promise<Instances> {
  const [asked, other, third] = [
    await startUpstream(),
    await startUpstream(),
    await startUpstream(),
  ];
  const allowed = [asked, other, third].map(({ authority }) => authority);
  const environment = { OUTBOUND_ALLOW_HOSTS: allowed.join(), REQUEST_DEADLINE_MS: '8000' };
  const server = await createTestApp(environment, asked);
  const address = encodeURIComponent(`${asked.origin}/@a/5`);
  const path = (rest = '') => `/mastodon/${address}${rest}`;
  return {
    server,
    asked,
    other,
    third,
    path,
    oembed: async () => (await server.app.inject(`/oembed?url=${address}`)).json(),
    page: async () => {
      const { statusCode, body } = await server.app.inject(path('.amp'));
      return { status: statusCode, ...sourcesOf(body) };
    },
    close: async () => {
      await server.close();
      await Promise.all([other.close(), third.close()]);
    },
  };
}

function sourcesOf(html: string): Omit<Sources, 'status'> {
  const $ = load(html);
  const ofEach = (selector: string) =>
    $('article')
      .toArray()
      .map((post) => {
        const inner = $(post).find('article').find(selector).toArray();
        const own = $(post).find(selector).toArray();
        return own.filter((one) => !inner.includes(one)).map((one) => $(one).text())[0];
      });
  return {
    title: $('title').text(),
    canonical: $('link[rel=canonical]').attr('href'),
    handles: ofEach('header .soft'),
    links: ofEach('footer .source'),
    text: $('article').text(),
    html,
  };
}

/** A status that a host calls its own. */
export function ownStatus({ origin }: UpstreamPlayer, name: string) {
  return {
    id: '5',
    uri: `${origin}/users/${name}/statuses/5`,
    url: `${origin}/@${name}/5`,
    content: `<p>words of ${name}</p>`,
    account: { id: '1', acct: name, username: name, display_name: name, url: `${origin}/@${name}` },
  };
}

/** The same as another instance shows it. */
export function remoteStatus(at: UpstreamPlayer, name: string) {
  const status = ownStatus(at, name);
  return { ...status, account: { ...status.account, acct: `${name}@${at.authority}` } };
}
