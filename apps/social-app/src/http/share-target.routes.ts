import type { Server } from '@triptych/service-host';
import type { WebClientRoutesOptions } from './web-client.routes.js';

/**
 * Where the share sheet of a device sends what the client's worker takes (ADR 0087). Without a worker it comes here: none of it is
 * read, whoever sends it, and the client says that it has to be shared again.
 */
export async function shareTargetRoutes(
  app: Server,
  { root }: WebClientRoutesOptions,
): Promise<void> {
  if (root === null) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/share', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/share/missed', 303),
  );
}
