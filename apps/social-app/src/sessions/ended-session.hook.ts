import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { SessionCookie } from './session-cookie.js';

/**
 * Of a browser whose session is over: its cookie, and what the browser itself has cached for the one who was signed in, like the
 * pictures of their friends (docs/adr/0043). Workers and what they store stay.
 */
export function dropSession(reply: FastifyReply, { name, options }: SessionCookie): FastifyReply {
  return dropBrowserCache(reply.clearCookie(name, options));
}

/** Browsers do this for pages from https, and from the machine itself. */
export function dropBrowserCache(reply: FastifyReply): FastifyReply {
  return reply.header('clear-site-data', '"cache"');
}
