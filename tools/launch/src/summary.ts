import type { Link } from '@triptych/upstream-player';
import type { Service } from './services.js';

const row = (name: string, url: string, note = '') =>
  `  ${name.padEnd(15)} ${url.padEnd(24)} ${note}`.trimEnd();

function tryUsers(url: string): string[] {
  const body = `'{"FullName":"Ada Lovelace","Email":"ada@example.org"}'`;
  return [
    'Register a user and fetch it:',
    `  curl ${url}/users -H 'content-type: application/json' -d ${body}`,
    `  curl ${url}/users/ada@example.org`,
  ];
}

function tryEmbeds(url: string, links: readonly Link[]): string[] {
  if (links.length === 0) {
    const where = 'Paste the address of a post (from the internet; without it, use npm run demo):';
    return [where, `  ${url}/`];
  }
  const width = Math.max(...links.map(({ title }) => title.length));
  return [
    'Paste the address of a post, or open one that is played from recorded answers:',
    `  ${url}/`,
    ...links.map(({ title, path }) => `  ${title.padEnd(width)}  ${url}${path}`),
  ];
}

function trySignIn(url: string, issuer: string | undefined): string[] {
  const who = issuer
    ? 'as Alice in one browser, as Bob in another'
    : 'with the provider you configured';
  return [`Sign in and talk, ${who}:`, `  ${url}/`];
}

/** What runs beside the services. */
interface Beside {
  readonly issuer: string | undefined;
  readonly inbox: string | undefined;
  readonly links: readonly Link[];
}

/** What is running where, and what to try first. */
export function summary(
  services: readonly Service[],
  dataRoot: string,
  { issuer, inbox, links }: Beside,
): string {
  const url = (name: string) => services.find((service) => service.name === name)?.url;
  const [embeds, users, social] = ['embed-server', 'user-service', 'social-app'].map(url);
  const sections = [
    [
      'Triptych is running.',
      ...services.map((one) => row(one.name, one.url, `/docs, health ${one.healthUrl}/-/health`)),
      ...(issuer ? [row('local sign-in', issuer, 'development only')] : []),
      ...(inbox ? [row('local inbox', inbox, 'mails of user-service')] : []),
    ],
    users ? tryUsers(users) : [],
    social ? trySignIn(social, issuer) : [],
    embeds ? tryEmbeds(embeds, links) : [],
    [`Data is kept in ${dataRoot}. Ctrl-C stops everything.`],
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${text.join('\n\n')}\n`;
}
