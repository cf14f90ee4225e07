import { createECDH, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decrypt } from 'http_ece';

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service on loopback, with the browsers that subscribe there. */
export async function startPushService() {
  const received: ReceivedPush[] = [];
  const arrivals = new EventEmitter();
  let reply = (response: ServerResponse, _push: ReceivedPush): void => {
    response.writeHead(201).end();
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const push = { path: request.url ?? '', headers: request.headers, body };
      received.push(push);
      reply(response, push);
      arrivals.emit('push');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    setReply: (next: typeof reply) => void (reply = next),
    /** Until so many have come. */
    async until(count: number): Promise<readonly ReceivedPush[]> {
      while (received.length < count) await once(arrivals, 'push');
      return received;
    },
    subscribe: () => createBrowser(`http://${host}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser that has subscribed at a push service. Decryption is the foreign library's. */
export function createBrowser(origin: string) {
  const pair = createECDH('prime256v1');
  const keys = {
    p256dh: pair.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  return {
    endpoint: `${origin}/${randomBytes(12).toString('base64url')}`,
    keys,
    read: ({ body }: ReceivedPush): unknown => {
      const parameters = { version: 'aes128gcm', privateKey: pair, authSecret: keys.auth };
      return JSON.parse(decrypt(body, parameters).toString());
    },
  };
}
