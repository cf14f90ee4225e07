import autocannon from 'autocannon';
import type { ServerProcess } from './server-process.js';

export type Route = 'GET' | 'POST';

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
}

export const emailOf = (n: number) => `user-${n}@example.org`;

/** Look-ups of the first so many filled in, or of the first that were registered under `registered`. */
export type Known = number | 'registered';

let registered = 0;
let firstKnown: number | undefined;
const newEmail = (n: number) => `new-${run}-${n}@example.org`;
const any = (count: number) => Math.floor(Math.random() * count);
/** Keeps the addresses of one run apart from those of the runs before it on the same table. */
const run = Date.now().toString(36);

function nextRequest(
  route: Route,
  known: Known,
): (request: autocannon.Request) => autocannon.Request {
  if (route === 'GET') {
    return (request) => {
      const email = known === 'registered' ? newEmail(firstKnown! + any(50)) : emailOf(any(known));
      return { ...request, path: `/users/${email}` };
    };
  }
  if (known === 'registered') firstKnown ??= registered + 1;
  return (request) => {
    registered += 1;
    const body = {
      FullName: 'Ann Lee',
      Email: newEmail(registered),
      Phone: '+1 555 0100',
      ContactAddress: '1 High St, Old Town',
    };
    return { ...request, path: '/users', body: JSON.stringify(body) };
  };
}

/** Random look-ups of what is there, or registrations of what is not, for some seconds. */
export async function load(
  server: ServerProcess,
  route: Route,
  known: Known,
  seconds: number,
): Promise<Measured> {
  const before = server.cpu();
  const result = await autocannon({
    url: server.url,
    connections: 64,
    duration: seconds,
    requests: [
      {
        method: route,
        headers: { 'content-type': 'application/json' },
        setupRequest: nextRequest(route, known),
      },
    ],
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${route}: ${result.non2xx} answers and ${result.errors} connections failed`);
  }
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (server.cpu() - before) / result.requests.total,
  };
}
