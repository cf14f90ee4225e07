import { ServiceError } from '@triptych/schemas';
import type { Events, Page } from './events.js';
import { eventToWire } from './user-event.js';

/** Seconds after which an idle stream shows that it is alive: proxies close what is silent for a minute. */
const heartbeatMs = 15_000;
const limit = 100;

/** Of whoever reads. */
export interface Reader {
  readonly gone: AbortSignal;
  /** Whether there may be more for them: what let them in may have ended since. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/** Server-sent events without end, until the reader, their key or the service goes; each frame has the cursor as its id. */
export async function* streamEvents(
  events: Events,
  first: Page,
  { gone, isStillAllowed }: Reader,
): AsyncGenerator<string> {
  // Who reconnects before the first event misses none: the id is kept by clients. One that passes events that have not been
  // sent yet would lose them.
  const id = first.events.length === 0 ? `id: ${first.cursor}\n` : '';
  yield `${id}event: ready\ndata: {}\n\n`;
  for (let page = first; ;) {
    for (const event of page.events) {
      yield `id: ${event.cursor}\ndata: ${JSON.stringify(eventToWire(event))}\n\n`;
    }
    if (gone.aborted || events.isClosing()) return;
    try {
      page = await events.next({ cursor: page.cursor, limit, waitMs: heartbeatMs }, gone);
      if (!(await isStillAllowed())) return;
    } catch (error) {
      // The client comes again with its cursor, and learns of the reason by the status.
      if (error instanceof ServiceError) return;
      throw error;
    }
    if (page.events.length === 0) yield ': alive\n\n';
  }
}
