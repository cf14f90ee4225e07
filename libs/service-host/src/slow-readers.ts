import { Socket } from 'node:net';
import { constrainedMemory } from 'node:process';
import { Readable } from 'node:stream';
import { problem } from '@triptych/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from './problem-mapping.js';
import { writeProblem } from './problem-reply.js';
import { SendBuffers, type SendLimits, type Sending } from './send-buffers.js';
import type { Server } from './server.js';
import { isSlowConsumer } from './slow-consumers.js';

// Clients that take their replies slowly, or never. Guarantees: what waits for them is bounded in bytes, and no client
// holds a reply for long without taking any of it.
//
//   reply                                     is
//   small, to a connection with nothing left  sent: the system takes it at once
//   any other                                 counted until its client has taken it, in one budget for all clients
//   beyond the budget                         503 with Retry-After, after clients that stand still were cut off
//   large                                     handed over in pieces, so that progress shows

const KiB = 1024;
const MiB = 1024 * KiB;
const smallReply = 16 * KiB;
const largeReply = 256 * KiB;
const pieceBytes = 128 * KiB;

/** Of a container's memory; what the caches and the process itself take stands beside it. */
const [share, most] = [1 / 6, 128 * MiB];

/** On slow links the system sends megabytes that it holds before it takes more from us, which is no standstill. */
const standstill = 30_000;

export interface SlowReaderLimits extends Partial<SendLimits> {
  /** Milliseconds without progress after which a connection is cut. */
  readonly standstill?: number;
}

class ClientsTooSlow extends problem(
  'overloaded',
  'server_busy',
  'Too many replies wait for slow clients; try again soon.',
) {
  constructor() {
    super({ retryAfter: 5 });
  }
}

export function limitSlowReaders(app: Server, limits: SlowReaderLimits = {}): void {
  const buffers = new SendBuffers({ bytes: bytesForReplies(), patience: 2_000, ...limits });
  const timeout = limits.standstill ?? standstill;
  const track = trackConnections();
  // A plain end would leave what the system holds for the connection, megabytes, until the client takes it.
  app.server.on('timeout', (socket: Socket) =>
    socket.writableLength > 0 ? socket.resetAndDestroy() : socket.destroy(),
  );
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { socket } = request.raw;
    // A request that a test injects has no real socket.
    if (!(socket instanceof Socket) || socket.destroyed) return done(null, payload);
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBody || request.method === 'HEAD') {
      if (reply.hasHeader('content-length')) limitStandstill(socket, timeout);
      return done(null, payload);
    }
    if (payload.length <= smallReply && isDrained(reply)) return done(null, payload);
    const { memory, bytes } = memoryOf(payload);
    const sending = buffers.open(memory, bytes, () => socket.resetAndDestroy());
    if (sending === null) return done(null, refuse(request, reply));
    track(socket, reply, sending);
    limitStandstill(socket, timeout);
    if (typeof payload === 'string' || payload.length < largeReply) return done(null, payload);
    void reply.header('content-length', payload.length);
    done(null, new Pieces(payload, sending));
  });
}

function bytesForReplies(): number {
  // 0, or more than any machine has, where nothing bounds the process.
  return Math.min(most, (constrainedMemory() || Infinity) * share);
}

/** A pipelined reply has no socket before those ahead of it are gone. */
function isDrained({ raw }: FastifyReply): boolean {
  return raw.socket !== null && raw.socket.writableLength === 0;
}

/** A part of a buffer holds all of it. */
function memoryOf(payload: string | Buffer): { memory: object; bytes: number } {
  if (typeof payload === 'string') return { memory: {}, bytes: payload.length };
  return { memory: payload.buffer, bytes: payload.buffer.byteLength };
}

/** Node takes a write that goes on for progress; after the reply it sets the time for idle connections. */
function limitStandstill(socket: Socket, timeout: number): void {
  if (!isSlowConsumer(socket)) socket.setTimeout(timeout);
}

/** Releases what its client has taken, and all of a connection that ends: Node closes no reply that is still in line. */
function trackConnections() {
  const connections = new WeakMap<Socket, Set<Sending>>();
  return (socket: Socket, { raw }: FastifyReply, sending: Sending) => {
    const known = connections.get(socket);
    const sendings = known ?? new Set();
    sendings.add(sending);
    raw.once('close', () => {
      sendings.delete(sending);
      sending.release();
    });
    if (known) return;
    connections.set(socket, sendings);
    socket.once('close', () => sendings.forEach((each) => each.release()));
  };
}

const ofContent = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
];

/** In place of the reply: an error thrown here would keep the headers of what is not sent. */
function refuse(request: FastifyRequest, reply: FastifyReply): string {
  for (const name of ofContent) void reply.removeHeader(name);
  return writeProblem(
    reply,
    toProblem(new ClientsTooSlow(), request.id, { invalidBodyStatus: 400 }),
  );
}

/** A buffer in pieces, each handed over once the one before it was taken. */
class Pieces extends Readable {
  readonly #whole: Buffer;
  readonly #sending: Sending;
  #at = 0;

  constructor(whole: Buffer, sending: Sending) {
    super({ highWaterMark: pieceBytes });
    this.#whole = whole;
    this.#sending = sending;
  }

  override _read(): void {
    this.#sending.progress();
    const piece = this.#whole.subarray(this.#at, this.#at + pieceBytes);
    this.#at += piece.length;
    this.push(piece.length > 0 ? piece : null);
  }
}
