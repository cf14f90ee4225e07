import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const longestSilence = 60_000;
const borne = new WeakSet<Socket>();

/**
 * Lets this request and its answer take as long as they need, for streams of any length, as long as bytes move: after
 * a minute of silence the connection is cut.
 */
export function bearSlowClient({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const { socket } = raw;
  borne.add(socket);
  raw.once('close', () => borne.delete(socket));
  // A request that a test injects has no socket to be silent on.
  if (socket instanceof Socket) socket.setTimeout(longestSilence);
}

/** Whether a request on this connection may exceed the time that requests have. */
export function isBorne(socket: Socket): boolean {
  return borne.has(socket);
}
