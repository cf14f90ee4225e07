import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly id: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly subject: string;
    readonly data?: Readonly<Record<string, string>>;
  };
  /** Whether the receiver has taken it: it has answered 2xx. */
  taken: boolean;
}

type Reply = (response: ServerResponse, received: ReceivedEvent) => void;

const take: Reply = (response, received) => {
  received.taken = true;
  response.writeHead(204).end();
};

/** A receiver of webhooks on loopback, that takes everything until told otherwise. */
export async function startWebhookReceiver() {
  const received: ReceivedEvent[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let reply = take;
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const { url: path = '', headers } = request;
      const event = JSON.parse(raw) as ReceivedEvent['event'];
      const one = { path, headers, raw, event, id: String(headers['webhook-id']), taken: false };
      received.push(one);
      reply(response, one);
      arrivals.emit('event');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    setReply: (next: Reply) => void (reply = next),
    takeAll: () => void (reply = take),
    /** Until so many have come. */
    async until(count: number): Promise<readonly ReceivedEvent[]> {
      while (received.length < count) await once(arrivals, 'event');
      return received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whether the foreign library takes it for signed with this secret, and of now. */
export function isSigned({ raw, headers }: ReceivedEvent, secret: string): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

export interface History {
  /** Each event once, in the order in which they first came. */
  readonly events: readonly ReceivedEvent['event'][];
  readonly table: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** What one has who takes each event once. */
export function historyOf(
  received: readonly Pick<ReceivedEvent, 'id' | 'event' | 'taken'>[],
): History {
  const events = new Map<string, ReceivedEvent['event']>();
  const table = new Map<string, Readonly<Record<string, string>>>();
  for (const { id, event, taken } of received) {
    if (!taken || events.has(id)) continue;
    events.set(id, event);
    if (event.type === 'user.deleted') table.delete(event.subject);
    else if (event.data !== undefined) table.set(event.subject, event.data);
  }
  return { events: [...events.values()], table };
}
