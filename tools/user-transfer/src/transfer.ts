import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import split2 from 'split2';
import { request, type Dispatcher } from 'undici';

/** Where the users are, and the key that opens its management routes. */
export interface Service {
  /** As in `http://localhost:8080`. */
  readonly url: string;
  readonly apiKey: string;
}

/** The service refused the request; the message is its reason. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The connection ended before the transfer did. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'query'>;

/** @throws Refused for any status but 200 */
async function send({ url, apiKey }: Service, path: string, options: Options) {
  const base = url.endsWith('/') ? url : `${url}/`;
  const { statusCode, body } = await request(new URL(`./${path}`, base), {
    ...options,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (statusCode !== 200) throw new Refused(`${statusCode}: ${await reasonOf(body)}`);
  return body;
}

async function reasonOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const text = await body.text();
  try {
    return String((JSON.parse(text) as { detail?: string }).detail ?? text);
  } catch {
    return text.slice(0, 200);
  }
}

/**
 * Writes a user a line, those whose e-mails come after `after` and begin with `prefix`, and reports how many lines arrived with each chunk.
 *
 * @throws Refused, BrokenOff
 */
export async function exportUsers(
  service: Service,
  { after, prefix }: { readonly after?: string | undefined; readonly prefix?: string | undefined },
  target: Writable,
  report: (lines: number) => void,
): Promise<void> {
  const query = { ...(after && { after }), ...(prefix && { email_prefix: prefix }) };
  try {
    const body = await send(service, 'users:export', { method: 'GET', query });
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        report(chunk.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0));
        yield chunk;
      }
    };
    await pipeline(body, counted, target, { end: target !== process.stdout });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new BrokenOff('the export broke off; --resume goes on where it ended', { cause: error });
  }
}

const longestLine = 128 * 1024;

/**
 * Cuts an incomplete line off the end of an export that broke off, and returns the last e-mail in it; undefined: it
 * holds no complete line.
 */
export async function resumePoint(path: string): Promise<string | undefined> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - longestLine);
    const tail = Buffer.alloc(size - from);
    await file.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf(0x0a);
    await file.truncate(from + end + 1);
    if (end === -1) return undefined;
    const start = end === 0 ? 0 : tail.lastIndexOf(0x0a, end - 1) + 1;
    return (JSON.parse(tail.toString('utf8', start, end)) as { Email: string }).Email;
  } finally {
    await file.close();
  }
}

/** What the service replies to one line. */
export interface LineResult {
  readonly line: number;
  readonly status: number;
}

export interface ImportSummary {
  registered: number;
  /** Their e-mails were taken, perhaps by an import before this one. */
  present: number;
  refused: number;
  /** The last line that the service has replied to. */
  line: number;
}

/**
 * Sends newline-delimited JSON and reports each result as it arrives.
 *
 * @throws Refused, and BrokenOff; `summary` then holds the results until that point
 */
export async function importUsers(
  service: Service,
  source: Readable,
  summary: ImportSummary,
  report: (result: LineResult) => void,
): Promise<void> {
  try {
    const body = await send(service, 'users:import', { method: 'POST', body: source });
    await pipeline(body, split2(JSON.parse), async (results: AsyncIterable<LineResult>) => {
      for await (const result of results) {
        count(summary, result);
        report(result);
      }
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new BrokenOff(`the import broke off after line ${summary.line}`, { cause: error });
  }
}

function count(summary: ImportSummary, { line, status }: LineResult): void {
  summary.line = line;
  if (status === 200) summary.registered += 1;
  else if (status === 409) summary.present += 1;
  else summary.refused += 1;
}
