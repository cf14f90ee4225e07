import { Agent, request, type ClientRequest } from 'node:http';
import type { Person } from './people.js';

/** One open stream, read without a client library, so that thousands fit into the benchmark. */
export interface Stream {
  readonly person: Person;
  /** Id of the last event. */
  lastId: string;
  close(): void;
}

export type OnEvent = (type: string, data: string) => void;

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** Resolves once the first event is there: `ready`, or what was missed. */
export function openStream(url: string, person: Person, since: string | null, onEvent: OnEvent) {
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
          const [, id] = /^id: (\d+)/m.exec(frame) ?? [];
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

/** So many at a time. */
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
