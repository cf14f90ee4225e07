import type { DependencyLog } from '@triptych/logging';
import type { RedisClient } from './open-client.js';
import { clusterDown, connectionLost, describeRedisFault, isServerFault } from './redis-faults.js';

// A connection for commands. Guarantees: nobody waits for a command longer than `timeout`; while Redis is away nobody waits
// at all, no command is kept for later, and the connection comes back by itself (ADR 0031).
//
//   ready    a command is sent: a reply or an error reply in time → ready · none in time → broken
//   broken   no command is sent. One server: the connection ends, and a server that greets a new one → ready.
//            Cluster: a second later → ready, since the other nodes are well and a replica takes over.

/** No reply: `away` when no command was sent or the connection was lost, `late` when none came in time. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
  readonly outcome: 'away' | 'late';

  constructor(outcome: 'away' | 'late', options?: ErrorOptions) {
    super(`Redis is ${outcome}`, options);
    this.outcome = outcome;
  }
}

export interface RedisConnection {
  /** Whether a command would be sent now. */
  isReady(): boolean;
  /**
   * The reply to a command, sent by the client that `send` is called with.
   *
   * @throws RedisUnavailable without a reply, the client's `ReplyError` for an error reply
   */
  run<T>(send: (client: RedisClient) => Promise<T>): Promise<T>;
  close(): void;
}

export interface ConnectionOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly onChange?: ((isUp: boolean) => void) | undefined;
}

/** Milliseconds for which the commands to a cluster are held back after one that got no reply. */
const clusterPause = 1_000;
/** Milliseconds after a fault in a standing connection until a reply is believed to show that all is well. */
const doubt = 5_000;

/** Milliseconds after which a server that greets and is not ready counts as one that reads its data. */
const loadingAfter = 1_500;

const late = Symbol('late');

export function createConnection(
  client: RedisClient,
  log: DependencyLog,
  { timeout, onChange = () => undefined }: ConnectionOptions,
): RedisConnection {
  let brokenUntil = 0;
  let doubtedAt: number | null = null;
  reportChanges(client, log, onChange);

  const isReady = () => client.status === 'ready' && performance.now() >= brokenUntil;

  function breakOff() {
    log.failed(describeRedisFault(new Error('Command timed out')));
    if (!client.isCluster) return void client.disconnect(true);
    brokenUntil = performance.now() + clusterPause;
    doubtedAt = performance.now();
    onChange(false);
    setTimeout(() => onChange(isReady()), clusterPause).unref();
  }

  function toFailure(error: unknown) {
    if ((error as Error).name !== 'ReplyError')
      return new RedisUnavailable('away', { cause: error });
    if (isServerFault(error)) {
      doubtedAt = performance.now();
      log.failed(describeRedisFault(error));
    }
    return error;
  }

  return {
    isReady,
    run: async (send) => {
      if (!isReady()) throw new RedisUnavailable('away');
      const reply = await within(timeout, send(client)).catch((error: unknown) => {
        throw toFailure(error);
      });
      if (reply === late) {
        breakOff();
        throw new RedisUnavailable('late');
      }
      if (doubtedAt !== null && performance.now() - doubtedAt > doubt) {
        doubtedAt = null;
        log.works();
      }
      return reply;
    },
    close: () => client.disconnect(),
  };
}

// After a pause of this process the reply may have arrived unread, so it is read before the time counts as over.
function within<T>(milliseconds: number, reply: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => resolve(late)), milliseconds);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function reportChanges(
  client: RedisClient,
  log: DependencyLog,
  onChange: (isUp: boolean) => void,
): void {
  let explained = false;
  const onError = (error: unknown) => {
    explained = true;
    log.failed(describeRedisFault(error));
  };
  client.on('ready', () => {
    explained = false;
    log.works();
    onChange(true);
  });
  // Not `close`, which is also the end of the service.
  client.on('reconnecting', () => {
    // A cluster that is asked whether it is whole, and says no, is left without an error.
    if (!explained) log.failed(client.isCluster ? clusterDown() : connectionLost());
    onChange(false);
  });
  client.on('error', onError);
  if (client.isCluster) return;
  let greeting: NodeJS.Timeout | undefined;
  client.on('connect', () => {
    clearTimeout(greeting);
    const isWaiting = () => client.status === 'connect';
    greeting = setTimeout(() => isWaiting() && onError(new Error('LOADING')), loadingAfter).unref();
  });
  client.on('close', () => clearTimeout(greeting));
}
