// Ports for servers whose port must be known before they listen, or that stop and listen on the same port again.
//
// A port that the kernel gives for `listen(0)` is of its ephemeral range. So is the local port of every outgoing
// connection: once the port is closed, any connection or any `listen(0)` of a suite that runs beside may take it before
// its owner listens (EADDRINUSE). A client that tries again and again to reach a stopped server there may even be connected
// to itself. Therefore:
//   outside the ephemeral range → nobody gets the port who did not ask for that very number
//   random → two processes that ask at once look at different ones
//   claimed until this process ends → no other process that asks here gets it, whether its owner listens or not
import { createSocket } from 'node:dgram';
import getPort from 'get-port';

// Linux begins its ephemeral range at 32768, IANA and other systems at 49152; Kubernetes forwards from 30000 on.
const first = 10_000;
const last = 29_999;
/** Browsers and `fetch` connect to no server there: of the bad ports of the Fetch standard the only one in the range. */
const badPort = 10_080;

/** Some ports outside the ephemeral range, in no order; others listen on some of them, maybe. */
export function candidatePorts(): readonly number[] {
  const ports = Array.from(
    { length: 100 },
    () => first + Math.floor(Math.random() * (last - first + 1)),
  );
  return ports.filter((port) => port !== badPort);
}

/** A port on which nobody listens, on any address, and that no other call gets while this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await getPort({ port: candidatePorts() });
    if (await claim(port)) return port;
  }
}

/**
 * Whether nobody else has claimed it. The claim is a UDP socket on the same number, which leaves the number free for TCP,
 * and which the kernel closes with the process, however that ends.
 */
function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}
