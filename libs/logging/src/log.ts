import type { Logger } from 'pino';

/** What a use case or an adapter may be handed to tell about its work. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export type { Logger };
