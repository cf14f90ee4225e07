import type { FastifyRequest } from 'fastify';
import { CrossOriginRequest } from './http.errors.js';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Cookies travel with requests that other sites make. Browsers say where an unsafe one comes from; when
 * neither header is there, it is no browser and carries no cookie against anyone's will. A sibling
 * host is the same site but not the same origin, so SameSite alone would let it through.
 */
export function createOriginCheck(origin: string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safe.includes(request.method)) return;
    const { 'sec-fetch-site': site = 'none', origin: from, host } = request.headers;
    if (site !== 'none' && site !== 'same-origin') throw new CrossOriginRequest();
    if (from === undefined || from === origin) return;
    if (!URL.canParse(from) || new URL(from).host !== host) throw new CrossOriginRequest();
  };
}
