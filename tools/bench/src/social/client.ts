import { Agent, request, type ClientRequest } from 'node:http';
import type { Friends, Person } from './people.js';

/** The request by which the first sends a message to the second. */
export const sendRequest = ({ one, chatId }: Friends, text: string) => ({
  method: 'POST' as const,
  path: '/api/message/send',
  headers: { cookie: one.cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ chatId, text }),
});

/** One open stream, read without a client library, so that thousands fit into the benchmark. */
export interface Stream {
  readonly person: Person;
  /** Id of the last event. */
  lastId: string;
  close(): void;
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** Resolves once the first event is there: `ready`, or what was missed since the event `since`. */
export function openStream(
  url: string,
  person: Person,
  since: string | null = null,
  onEvent: (type: string, frame: string) => void = () => {},
) {
  return new Promise<Stream>((resolve, reject) => {
    const headers = { cookie: person.cookie, ...(since && { 'last-event-id': since }) };
    const call: ClientRequest = request(`${url}/api/events`, { agent, headers });
    const stream: Stream = { person, lastId: since ?? '', close: () => call.destroy() };
    call.once('error', reject);
    call.once('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`));
      let rest = '';
      response.on('error', () => {});
      response.setEncoding('latin1').on('data', (chunk: string) => {
        const frames = (rest + chunk).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const [, id] = /^id: (\S+)/m.exec(frame) ?? [];
          const [, type] = /^event: (\w+)/m.exec(frame) ?? [];
          if (id !== undefined) stream.lastId = id;
          if (type === undefined) continue;
          onEvent(type, frame);
          if (id !== undefined) resolve(stream);
        }
      });
    });
    call.end();
  });
}

/** Runs `work` for all items, `atOnce` of them at a time. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [n, item] of queue) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
