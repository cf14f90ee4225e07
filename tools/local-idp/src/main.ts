// For work on one service: `node --import tsx tools/local-idp/src/main.ts`, then `nx serve social-app`.
import { developmentClient, startLocalIdp } from './index.js';

const idp = await startLocalIdp({
  port: Number(process.env.PORT ?? 8090),
  clients: [developmentClient],
  pictures: true,
});
console.log(`OIDC_ISSUER=${idp.issuer}
OIDC_CLIENT_ID=${developmentClient.id}
OIDC_CLIENT_SECRET=${developmentClient.secret}
OUTBOUND_ALLOW_HOSTS=${new URL(idp.issuer).host}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void idp.close());
