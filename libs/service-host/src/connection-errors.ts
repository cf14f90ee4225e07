import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { platformProblems } from './problem-mapping.js';
import { problemMediaType } from './problem-reply.js';
import { isSlowConsumer } from './slow-consumers.js';

// What a connection is sent whose bytes are no request, or come too late: there is no reply object for it. Guarantees: a
// problem, never before or within the reply to another request, and it arrives (RFC 9112, 9.3.2 and 9.6).
//
//   the faulty request has no reply yet     a problem, then our side of the connection is closed
//   earlier requests wait for their reply   the same, after these
//   its own reply has begun                 the connection is cut
//   our side is closed                      what still comes is dropped, until the client closes or two seconds are over

const lingering = 2_000;
const refused = new WeakSet<Socket>();

const codeOfError: Readonly<Record<string, keyof typeof platformProblems>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Bytes that are not HTTP, too many headers, a request that never ends. */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Node reports each further piece of what it could not read.
  if (error.code === 'ECONNRESET' || socket.destroyed || refused.has(socket)) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowConsumer(socket)) return;
  refused.add(socket);
  refuseInTurn(socket, codeOfError[error.code ?? ''] ?? 'bad_request');
}

function refuseInTurn(socket: Socket, code: keyof typeof platformProblems): void {
  const current = currentReply(socket);
  if (current?.req.complete) {
    current.once('close', () => refuseInTurn(socket, code));
    return;
  }
  if (current?.headersSent || !socket.writable) return void socket.destroy();
  endWith(socket, code);
}

/** A tunnel is opened for nobody; Node hands the connection over without a reply object. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  endWith(socket, 'bad_request');
}

function endWith(socket: Duplex, code: keyof typeof platformProblems): void {
  socket.end(problemMessage(code));
  const timer = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** The reply that a request of the connection waits for. Node's own handler reads the same member. */
export function currentReply(socket: Socket): ServerResponse | null {
  const { _httpMessage } = socket as { _httpMessage?: ServerResponse | null };
  return _httpMessage ?? null;
}

function problemMessage(code: keyof typeof platformProblems): string {
  const { status, detail } = platformProblems[code];
  const title = STATUS_CODES[status];
  const requestId = randomUUID();
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${problemMediaType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `date: ${new Date().toUTCString()}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
