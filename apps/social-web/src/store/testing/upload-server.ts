// A server that takes files in pieces, as tus has it, on loopback, with a network before it that fails when it is told to.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unreachable } from '../../api/client.js';
import { expectedUserHeaders } from '../../api/expected-user.js';
import type { requestUpload } from '../../api/upload-request.js';

interface Upload {
  readonly length: number;
  readonly metadata: string;
  readonly key: string;
  bytes: Buffer;
  attachmentId: string | null;
}

/** What a request meets in the place of its reply. */
interface Fault {
  /** As requests are noted; the first one that begins so. */
  readonly on: string;
  /** Its connection ends once so many bytes have been kept. */
  readonly cutAfter?: number;
  /** What it asks for is done, and nobody hears of it. */
  readonly isLost?: boolean;
  readonly status?: number;
  /** Null: something else replies, a gateway for one. */
  readonly code?: string | null;
  readonly retryAfter?: number;
  /** It waits for this. */
  readonly until?: Promise<unknown>;
}

export class UploadServer {
  readonly uploads = new Map<string, Upload>();
  /** "POST", "HEAD", "PATCH 5000", "complete", "DELETE". */
  readonly requests: string[] = [];
  /** For whom they were meant. */
  readonly expected = new Set<string>();
  readonly faults: Fault[] = [];
  private readonly server = createServer((incoming, reply) => {
    this.reply(incoming, reply).catch(() => reply.destroy());
  });

  static async start(): Promise<UploadServer> {
    const uploads = new UploadServer();
    uploads.server.listen(0, '127.0.0.1');
    await once(uploads.server, 'listening');
    return uploads;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** As a page asks, but by `fetch`, which Node has. */
  readonly request: typeof requestUpload = async (
    { method, path, headers, body },
    { me, signal, onProgress },
  ) => {
    const { port } = this.server.address() as AddressInfo;
    const init = {
      ...{ method, headers: { ...headers, ...expectedUserHeaders(me), connection: 'close' } },
      ...(body && { body }),
      ...(signal && { signal }),
    };
    try {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const text = await reply.text();
      onProgress?.(body?.size ?? 0);
      return {
        ...{ status: reply.status, statusText: reply.statusText },
        header: (name) => reply.headers.get(name),
        body: text === '' ? null : (JSON.parse(text) as unknown),
      };
    } catch {
      throw unreachable();
    }
  };

  private async reply(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const [id = '', verb] = url.split('/').slice(4);
    const offset = headers['upload-offset'];
    const noted = verb ?? (offset === undefined ? method : `${method} ${String(offset)}`);
    this.requests.push(noted);
    this.expected.add(String(headers['expected-user']));
    const fault = this.faults.find(({ on }) => noted.startsWith(on));
    if (fault) this.faults.splice(this.faults.indexOf(fault), 1);
    await fault?.until;
    if (fault?.code !== null) reply.setHeader('tus-resumable', '1.0.0');
    if (fault?.status !== undefined) return refuse(reply, fault.status, fault);
    if (method === 'POST' && id === '') this.begin(incoming, reply);
    else {
      const upload = this.uploads.get(id);
      if (!upload) return refuse(reply, 404, { code: 'upload_not_found' });
      if (method === 'HEAD') describe(upload, reply);
      if (method === 'DELETE') this.uploads.delete(id);
      if (method === 'PATCH') {
        if (Number(offset) !== upload.bytes.length)
          return refuse(reply, 409, { code: 'upload_offset_wrong' });
        await receive(upload, incoming, fault?.cutAfter);
        reply.setHeader('upload-offset', upload.bytes.length);
      }
      if (verb !== undefined) upload.attachmentId ??= randomUUID();
    }
    if (fault?.isLost || fault?.cutAfter !== undefined) return void reply.destroy();
    const attachment = verb !== undefined && { id: this.uploads.get(id)?.attachmentId };
    reply.end(attachment ? JSON.stringify(attachment) : undefined);
  }

  private begin({ headers }: IncomingMessage, reply: ServerResponse): void {
    const key = String(headers['idempotency-key']);
    const [known] = [...this.uploads].find(([, upload]) => upload.key === key) ?? [];
    const id = known ?? randomUUID();
    const metadata = String(headers['upload-metadata'] ?? '');
    const length = Number(headers['upload-length']);
    const bytes = this.uploads.get(id)?.bytes ?? Buffer.alloc(0);
    if (known === undefined)
      this.uploads.set(id, { key, length, metadata, bytes, attachmentId: null });
    const location = `/api/attachments/uploads/${id}`;
    // Left to the end, where the reply may be lost.
    reply.statusCode = 201;
    reply.setHeaders(
      new Map([
        ['location', location],
        ['upload-offset', String(bytes.length)],
      ]),
    );
  }
}

function describe({ bytes, length }: Upload, reply: ServerResponse): void {
  reply.setHeader('upload-offset', bytes.length).setHeader('upload-length', length);
}

async function receive(upload: Upload, body: IncomingMessage, most = Infinity): Promise<void> {
  let left = most;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    upload.bytes = Buffer.concat([upload.bytes, chunk.subarray(0, left)]);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function refuse(
  reply: ServerResponse,
  status: number,
  { code, retryAfter }: Pick<Fault, 'code' | 'retryAfter'>,
): void {
  if (retryAfter !== undefined) reply.setHeader('retry-after', retryAfter);
  reply.writeHead(status).end(code === null ? undefined : JSON.stringify({ code }));
}
