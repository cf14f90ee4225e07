import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const idleTimeout = 60_000;
const exempt = new WeakSet<Socket>();

/**
 * Exempts this request from the limit of time that requests have, for bodies and replies that stream at the pace of a
 * slow consumer. A connection on which no byte moves for a minute is cut.
 */
export function allowSlowConsumer({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const { socket } = raw;
  exempt.add(socket);
  raw.once('close', () => exempt.delete(socket));
  // A request that a test injects has no real socket, and so no time-out.
  if (socket instanceof Socket) socket.setTimeout(idleTimeout);
}

/** Whether the request on this connection may take longer than other requests. */
export function isSlowConsumer(socket: Socket): boolean {
  return exempt.has(socket);
}
