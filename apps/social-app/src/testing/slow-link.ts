import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server whose replies arrive late. */
export interface SlowLink {
  /** The address, by this way. */
  readonly url: string;
  /** Milliseconds by which each reply is late from now on; none at first. */
  delay: number;
  close(): Promise<void>;
}

export async function openSlowLink(to: string): Promise<SlowLink> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => setTimeout(() => near.write(chunk), link.delay).unref());
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  const link: SlowLink = {
    url: url.href,
    delay: 0,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
  return link;
}
