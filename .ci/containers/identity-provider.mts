// The local identity provider, for the containers of a CI run: it listens on loopback only, so a door stands in front.
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { startLocalIdp } from '../../tools/local-idp/src/index.js';

const inside = 18090;
await startLocalIdp({
  port: inside,
  issuer: 'http://identity-provider:8090',
  clients: [
    {
      id: 'triptych',
      secret: readFileSync(process.env['CLIENT_SECRET_FILE'] ?? '', 'utf8'),
      redirectUris: ['https://social.localhost/api/auth/callback/oidc'],
    },
  ],
});
createServer((visitor) => {
  const provider = connect(inside, '127.0.0.1');
  visitor.pipe(provider).pipe(visitor);
  visitor.on('error', () => provider.destroy());
  provider.on('error', () => visitor.destroy());
}).listen(8090, '0.0.0.0');
process.once('SIGTERM', () => process.exit(0));
