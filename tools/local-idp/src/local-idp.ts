import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPeople } from './people.js';
import { providerSettings, type LocalClient } from './provider-settings.js';
import { withoutKnownWarnings } from './quiet-import.js';
import { signInPages } from './sign-in-pages.js';

export interface LocalIdpOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** As browsers and applications see it; `http://127.0.0.1:<port>` unless told. */
  readonly issuer?: string;
  readonly clients: readonly LocalClient[];
}

export interface LocalIdp {
  readonly issuer: string;
  close(): Promise<void>;
}

/**
 * Starts an OpenID provider on loopback at which anyone may be anyone. For development and tests only.
 *
 * Authorization code with PKCE (S256); the id_token carries `email`, `email_verified` and `name`.
 * Rejects when the port is taken. `close` ends open connections.
 */
export async function startLocalIdp(options: LocalIdpOptions): Promise<LocalIdp> {
  const server = createServer();
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = options.issuer ?? `http://127.0.0.1:${port}`;

  const people = createPeople();
  const provider = await withoutKnownWarnings(async () => {
    const { Provider, interactionPolicy } = await import('oidc-provider');
    const settings = await providerSettings(options.clients, people, interactionPolicy);
    return new Provider(issuer, settings);
  });
  provider.use(signInPages(provider, people));
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));

  return {
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
