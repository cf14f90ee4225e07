import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between one replica and Redis, and counts what is published to the replica, but for its own heartbeats. */
export interface CountingProxy {
  readonly url: string;
  readonly received: { words: number; bytes: number };
  close(): void;
}

/** A message on a channel, in either version of the protocol. */
const message = /\r\ns?message\r\n\$\d+\r\n([^\r]*)\r\n\$(\d+)\r\n/g;
/** Characters: a message that is cut at the end of a chunk is found with the next one. */
const longestHead = 300;

export async function startCountingProxy(redisUrl: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(redisUrl);
  const received = { words: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy()));
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    [client, upstream].forEach(keep);
    client.pipe(upstream).pipe(client);
    let rest = '';
    upstream.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      let end = 0;
      for (const { 0: head, 1: channel = '', 2: length, index } of text.matchAll(message)) {
        end = index + head.length;
        if (channel.includes(':heartbeat:')) continue;
        received.words += 1;
        received.bytes += Number(length);
      }
      rest = text.slice(Math.max(end, text.length - longestHead));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
