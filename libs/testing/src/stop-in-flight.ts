import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServiceProcess } from './service-process.js';

const open = (url: string) => connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
const statusOf = (reply: string) => Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1]);

/**
 * Stops a service while a request is under way, and reports what an orchestrator and the client see. It must have been
 * launched with a SHUTDOWN_DELAY_MS in which the ops port can be read.
 *
 * @param request bytes, and those that follow after the signal
 */
export async function stopInFlight(
  { address, ops, child, line, exited }: ServiceProcess,
  request: readonly [string, string],
) {
  const probe = async (name: string) => {
    const probing = open(ops);
    probing.write(`GET /-/${name} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    return statusOf((await probing.toArray()).join(''));
  };
  const readyBefore = await probe('ready');
  const socket = open(address);
  await once(socket, 'connect');
  socket.write(request[0]);
  child.kill('SIGTERM');
  await line('stopping');
  const [ready, live] = await Promise.all([probe('ready'), probe('live')]);
  socket.write(request[1]);
  const reply = (await socket.toArray()).join('');
  const [code] = await exited;
  return {
    ...{ readyBefore, ready, live, code },
    status: statusOf(reply),
    closes: /\r\nconnection: close\r\n/i.test(reply),
  };
}

/** What `stopInFlight` sees of a service that stops in order. */
export const orderlyStop = { readyBefore: 200, ready: 503, live: 200, code: 0, closes: true };
