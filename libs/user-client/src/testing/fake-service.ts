import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createUserClient, type UserClientOptions } from '../index.js';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export type FakeService = Awaited<ReturnType<typeof startFakeService>>;

/** A server on loopback that replies what a test says: the replies of the list in turn, then always the last of them. */
export async function startFakeService() {
  const seen: SeenRequest[] = [];
  let replies: Reply[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    void text(request).then(
      (body) => {
        const one = { method, url, headers, body };
        seen.push(one);
        const reply = replies.length > 1 ? replies.shift() : replies[0];
        reply?.(response, one);
      },
      () => {},
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    seen,
    play(...list: Reply[]) {
      seen.length = 0;
      replies = list;
    },
    client: (options: Partial<UserClientOptions> = {}) =>
      createUserClient({ baseUrl: origin, apiKey: 'secret-key', firstPauseMs: 1, ...options }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ type: 'about:blank', title: '', status, code, requestId: 'r-1' }, status, headers);

/** The head and a part of the body; then the connection ends. */
export const cut =
  (body: string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(200, headers);
    response.write(body, () => response.destroy());
  };

/** The connection ends without a byte. */
export const hangUp: Reply = (response) => void response.destroy();

export const silence: Reply = () => {};

/** A user a line, as an export has them. */
export const lines = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

export const user = (name: string, ID = name) => {
  return { ID, FullName: name, Email: `${name}@example.org`, Phone: '', ContactAddress: '' };
};

/** What a promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome === null) throw new Error('It succeeded.');
  return outcome.error;
}

export async function collect<Item>(items: AsyncIterable<Item>, most = Infinity): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) {
    list.push(item);
    if (list.length >= most) break;
  }
  return list;
}
