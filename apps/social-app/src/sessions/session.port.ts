import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who is asking, as a live session row says. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * What a route of another feature gets from sign-in:
 * `{ onRequest: guard.authenticate }`, then `guard.callerOf(request)` in the handler.
 */
export interface SessionGuard {
  /** Runs before the body is read, so that 401 comes before 422; throws `Unauthenticated`. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The caller that `authenticate` found; a route that forgot the hook is a broken world and throws. */
  callerOf(request: FastifyRequest): Caller;
}

/** What a long-lived stream needs to end with its session. */
export interface SessionWatch {
  /** Called after this process ended a session, by whatever request; returns the way out. */
  onEnded(listener: (ended: Caller) => void): () => void;
  /** Asks the database: a session may also end by age, or in another process. */
  isLive(sessionId: string): Promise<boolean>;
}
