import { beatSlots, type Subscriber } from './subscriber.js';
import type { SessionHeads } from './session-heads.port.js';

export interface HeartbeatParts {
  readonly heads: SessionHeads;
  readonly onError: (error: unknown) => void;
  /** Milliseconds from one beat of a stream to its next. */
  readonly heartbeatMs: number;
}

/** Sessions of one query. */
const portion = 1_000;

/**
 * Looks after all streams with a few queries in each heartbeat, instead of several for each stream: those whose
 * session is over end, those behind their log hear of it, the rest show that they live. Returns the way to stop.
 */
export function startHeartbeat(
  { heads, onError, heartbeatMs }: HeartbeatParts,
  streams: ReadonlySet<Subscriber>,
): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    const due = [...streams].filter(({ slot }) => slot === turn);
    turn = (turn + 1) % beatSlots;
    due.forEach((stream) => stream.dropIfStalled());
    void checkAll(due).catch(onError);
  }, heartbeatMs / beatSlots).unref();

  async function checkAll(due: Subscriber[]): Promise<void> {
    for (let from = 0; from < due.length; from += portion) {
      await check(due.slice(from, from + portion));
    }
  }

  async function check(due: Subscriber[]): Promise<void> {
    const live = await heads
      .read(due.map(({ caller }) => caller.sessionId))
      // A database that is away for a moment must not end the streams.
      .catch((error: unknown) => onError(error));
    for (const stream of due) tell(stream, live ?? null);
  }

  return () => clearInterval(timer);
}

function tell(stream: Subscriber, live: ReadonlyMap<string, number> | null): void {
  const { caller, reader } = stream;
  const head = live?.get(caller.sessionId);
  if (live && head === undefined) stream.finish();
  else if (live && reader.position !== null && head !== reader.position) reader.bell.ring();
  else reader.bell.beat();
}
