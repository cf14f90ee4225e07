import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPeople } from './people.js';
import { pictureOf } from './picture.js';
import { providerSettings, type LocalClient } from './provider-settings.js';
import { signInPages } from './sign-in-pages.js';

interface LocalIdpOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** As browsers and applications see it; default `http://127.0.0.1:<port>`. */
  readonly issuer?: string;
  readonly clients: readonly LocalClient[];
  /** Whether people have pictures. Whoever fetches them has to allow the host, which is on loopback. */
  readonly pictures?: boolean;
}

/** Under the issuer; behind it the subject. */
const picturePath = '/pictures/';

/**
 * Starts an OpenID provider on loopback at which anyone may be anyone. For development and tests only.
 *
 * Authorization code with PKCE (S256); the id_token carries `email`, `email_verified` and `name`, with `pictures` also
 * `picture`.
 * Rejects when the port is taken. `close` ends open connections.
 */
export async function startLocalIdp(options: LocalIdpOptions) {
  const server = createServer();
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = options.issuer ?? `http://127.0.0.1:${port}`;

  const people = createPeople(options.pictures ? issuer + picturePath : null);
  const provider = await withoutKnownWarnings(async () => {
    const { Provider, interactionPolicy } = await import('oidc-provider');
    const settings = await providerSettings(options.clients, people, interactionPolicy);
    return new Provider(issuer, settings);
  });
  provider.use(signInPages(provider, people));
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith(picturePath)) sendPicture(request, response);
    else void handle(request, response);
  });

  return {
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sendPicture({ url = '' }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  response.end(pictureOf(url.slice(picturePath.length)));
}

export type LocalIdp = Awaited<ReturnType<typeof startLocalIdp>>;

// oidc-provider warns that Node 20 is old and that its memory store does not last. Both are intended here; any other
// warning is still printed.
const known = ['Unsupported runtime', 'in-memory adapter'];

const isKnown = (message: unknown) =>
  typeof message === 'string' && known.some((text) => message.includes(text));

/** Runs `work` without the two known warnings of oidc-provider. */
async function withoutKnownWarnings<T>(work: () => Promise<T> | T): Promise<T> {
  const warn = console.warn;
  console.warn = (...parts: unknown[]) => {
    if (!isKnown(parts[0])) warn(...parts);
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
