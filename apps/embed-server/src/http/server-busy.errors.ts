import { problem } from '@triptych/schemas';

/** Too many calls are under way, to one host or to all, or too much work waits for the processor. */
export class ServerBusy extends problem(
  'busy',
  'server_busy',
  'Too much is being fetched at once; try again soon.',
) {
  constructor(reason: string) {
    super({ cause: new Error(reason), retryAfter: 1 });
  }
}
