import type { Problem } from '@triptych/schemas';

/** How the errors of a route look where its protocol has a form of its own for them. */
export interface ErrorFormat {
  readonly mediaType: string;
  /** What the API document calls `schema`. */
  readonly name: string;
  readonly schema: object;
  /** The body that is sent in place of a problem. */
  readonly format: (problem: Problem) => object;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of what the route, its hooks and this library refuse; absent: problems of RFC 9457. */
    errorFormat?: ErrorFormat;
  }
}
