import { createRequire } from 'node:module';
import { parseRegistry } from './parse-providers.js';
import {
  createFindProvider,
  type FindProvider,
  type IsPlain,
  type Registration,
} from './provider-rules.js';

// A JSON module is a warning on Node 20.
const require = createRequire(import.meta.url);

const home = 'https://www.threads.com';

/** What the public registry lacks: Threads has an endpoint; Twitch has had none since 2020, yet a player for its addresses. */
const unlisted: readonly Registration[] = [
  {
    provider: {
      name: 'Threads',
      url: home,
      endpoint: 'https://graph.threads.net/v1.0/oembed',
      hosts: ['threads.com', 'threads.net'],
    },
    schemes: ['threads.com', 'www.threads.com', 'threads.net', 'www.threads.net'].map((host) => ({
      host,
      path: '/@*/post/*',
    })),
  },
  {
    provider: {
      name: 'Twitch',
      url: 'https://www.twitch.tv',
      endpoint: null,
      hosts: ['twitch.tv'],
    },
    schemes: [
      { host: 'www.twitch.tv', path: '/*' },
      { host: 'twitch.tv', path: '/*' },
      { host: 'm.twitch.tv', path: '/*' },
      { host: 'clips.twitch.tv', path: '/*' },
    ],
  },
];

/** The public registry as the package `oembed-providers` has it (MIT, Cal Henderson and others); 168 kB of JSON. */
function bundledRegistry(): string {
  return JSON.stringify(require('oembed-providers/providers.json'));
}

/**
 * The providers of a registry in the form of oembed.com's; the bundled one with what it lacks where none is given.
 *
 * @param isPlainHost hosts that may be asked without https
 */
export function loadProviders(registry: string | undefined, isPlainHost: IsPlain): FindProvider {
  if (registry !== undefined) return createFindProvider(parseRegistry(registry, isPlainHost));
  return createFindProvider([...unlisted, ...parseRegistry(bundledRegistry(), isPlainHost)]);
}
