// A process of its own, so that making the load takes no CPU time of the process that measures: node … uploader.ts
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** What the parent sends: of each upload the cookie of its person, and the bytes that each has. */
export interface Order {
  readonly url: string;
  readonly cookies: readonly string[];
  readonly bytes: number;
}

/** What became of the uploads, each by its status, or the code of the error: how often; and milliseconds in all. */
export interface Report {
  readonly outcomes: Readonly<Record<string, number>>;
  readonly took: number;
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
const part = randomBytes(64 * 1024);

async function upload({ url, bytes }: Order, cookie: string): Promise<string> {
  const headers = { cookie, 'content-type': 'application/octet-stream', 'content-length': bytes };
  const call = request(`${url}/api/attachments`, { method: 'POST', agent, headers });
  const outcome = new Promise<string>((resolve) => {
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('error', () => resolve('reply broke off'));
      response.on('end', () => {
        const [, code] = /"code":"(\w+)"/.exec(body) ?? [];
        resolve([response.statusCode, code].filter(Boolean).join(' '));
      });
    });
  });
  let isOver = false;
  void outcome.then(() => (isOver = true));
  for (let sent = 0; sent < bytes && !isOver; sent += part.length) {
    const rest = part.subarray(0, bytes - sent);
    if (!call.write(rest))
      await Promise.race([once(call, 'drain'), outcome]).catch(() => undefined);
  }
  call.end();
  return outcome;
}

async function run(order: Order): Promise<Report> {
  const began = performance.now();
  const each = await Promise.all(order.cookies.map((cookie) => upload(order, cookie)));
  const outcomes: Record<string, number> = {};
  for (const outcome of each) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { outcomes, took: performance.now() - began };
}

process.once('message', (order: Order) => {
  void run(order).then((report) => process.send?.(report, () => process.disconnect()));
});
