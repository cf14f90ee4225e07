import fastifyStatic from '@fastify/static';
import { compareFilesStrongly, type Server } from '@triptych/service-host';
import type { FastifyReply } from 'fastify';

export interface WebClientRoutesOptions {
  /** Folder of the built client; null when it was not built. */
  readonly root: string | null;
}

/** The client's own pages: whatever is under these is one document that finds its way in the browser. */
const pages = [
  ...['/', '/chats', '/chats/*', '/friends', '/friends/*'],
  ...['/invitation', '/search', '/settings', '/share', '/share/*'],
];

/** Everything that the client shows comes from this origin, pictures of people as well (ADR 0039). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Blurred previews come with their messages; what is about to be sent is shown as it is.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const documentHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};
const year = 31_536_000;

export async function webClientRoutes(
  app: Server,
  { root }: WebClientRoutesOptions,
): Promise<void> {
  if (root === null) {
    app.log.warn('the web client is not built: only the API is served');
    return;
  }
  compareFilesStrongly(app);
  await app.register(fastifyStatic, {
    root,
    // Each file is a route of its own, so that anything else is an ordinary 404.
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    schemaHide: true,
    setHeaders,
  });
  const schema = { hide: true };
  for (const path of pages) {
    app.get(path, { schema }, (_request, reply) => reply.sendFile('index.html'));
  }
}

/**
 * Names under assets/ carry a hash of their content; everything else is asked for again. The document has its policy under
 * its own name, too: browsers store it from there, with its headers, for visits without the network (ADR 0042).
 */
function setHeaders(reply: FastifyReply, path: string): void {
  if (/[\\/]assets[\\/]/.test(path)) {
    void reply.header('cache-control', `public, max-age=${year}, immutable`);
  } else if (/\.html(\.\w+)?$/.test(path)) void reply.headers(documentHeaders);
  else void reply.header('cache-control', 'no-cache');
}
