import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

async function tryPort(port: number): Promise<number | null> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return null;
    throw error;
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}

export type PortPicker = (preferred: number) => Promise<number>;

/** Gives the preferred port, or a free one when that is taken; never the same one twice. */
export function createPortPicker(): PortPicker {
  const given = new Set<number>();
  return async (preferred) => {
    let port = given.has(preferred) ? null : await tryPort(preferred);
    while (port === null || given.has(port)) port = await tryPort(0);
    given.add(port);
    return port;
  };
}
