import { describeHook, type Server } from '@triptych/service-host';
import type { FastifyRequest } from 'fastify';
import { CrossOriginRequest } from './http.errors.js';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what pages of other origins send to the routes that are registered from now on. Cookies travel with such
 * requests. Browsers name where an unsafe one comes from; when neither header is there, it is no browser and carries
 * no cookie against anyone's will. A sibling host is the same site but not the same origin, so SameSite alone would let
 * it through.
 */
export function refuseOtherOrigins(app: Server, origin: string): void {
  const check = describeHook(
    async (request: FastifyRequest): Promise<void> => {
      if (!safe.includes(request.method) && !isOwn(request, origin)) throw new CrossOriginRequest();
    },
    { errors: [CrossOriginRequest] },
  );
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => safe.includes(method))) return;
    route.onRequest = [check, ...[route.onRequest ?? []].flat()];
  });
}

function isOwn({ headers }: FastifyRequest, origin: string): boolean {
  const { 'sec-fetch-site': site = 'none', origin: from, host } = headers;
  if (site !== 'none' && site !== 'same-origin') return false;
  return (
    from === undefined || from === origin || (URL.canParse(from) && new URL(from).host === host)
  );
}
