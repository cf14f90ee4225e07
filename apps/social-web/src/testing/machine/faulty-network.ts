// What lies between browsers and the server: delays requests, replies and streams, loses some of either, and can be down.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';
import type { Random } from './random.js';

export interface Conditions {
  /** Of a request, its reply and each part of a stream: up to so many milliseconds, drawn anew for each connection. */
  readonly latencyMs: number;
  /** Of a hundred requests so many are lost before they reach the server, and as many after it has done what they ask for. */
  readonly lossPercent: number;
  /** A gateway replies for the server, with 503. */
  readonly isDown: boolean;
  /** Streams begin at the end of the log, as those do whose last event the server has not kept. */
  readonly isForgetful: boolean;
}

export const healthy: Conditions = {
  latencyMs: 0,
  lossPercent: 0,
  isDown: false,
  isForgetful: false,
};

export class FaultyNetwork {
  readonly port: number;
  conditions = healthy;
  /** As `isDown`, whatever the conditions are. */
  isOut = false;
  private readonly random: Random;
  private readonly target: number;
  // Every request has a connection of its own, so that a restart of the server breaks none that only waits in a pool.
  private readonly agent = new Agent({ keepAlive: false });
  private readonly server = createServer((incoming, reply) => {
    this.pass(incoming, reply).catch(() => reply.destroy());
  });

  private constructor(port: number, target: number, random: Random) {
    this.port = port;
    this.target = target;
    this.random = random;
  }

  static async start(target: number, random: Random, port?: number): Promise<FaultyNetwork> {
    const network = new FaultyNetwork(port ?? (await freePort()), target, random);
    network.server.listen(network.port, 'localhost');
    await once(network.server, 'listening');
    return network;
  }

  /** Breaks everything that is under way. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { latencyMs, lossPercent, isDown } = this.conditions;
    const delay = () => (latencyMs === 0 ? undefined : pause(this.random(latencyMs / 2)));
    await delay();
    if (isDown || this.isOut) return void reply.writeHead(503, { 'retry-after': '1' }).end();
    const fate = this.random(100);
    if (fate < lossPercent) return void reply.destroy();
    const response = await this.forward(incoming);
    response.on('error', () => reply.destroy());
    const isLost = fate < 2 * lossPercent;
    if (!/event-stream/.test(response.headers['content-type'] ?? '')) {
      const body = Buffer.concat(await response.toArray());
      await delay();
      if (isLost) return void reply.destroy();
      return void reply.writeHead(response.statusCode ?? 500, response.headers).end(body);
    }
    if (isLost) response.destroy();
    this.passStream(response, reply, this.random(latencyMs + 1));
  }

  private async forward(incoming: IncomingMessage): Promise<IncomingMessage> {
    const { method, url = '' } = incoming;
    const { 'last-event-id': last, ...headers } = incoming.headers;
    const isNew = this.conditions.isForgetful && url.startsWith('/api/events');
    const path = isNew ? '/api/events' : url;
    if (last && !isNew) headers['last-event-id'] = last;
    const { target: port, agent } = this;
    const outgoing = request({ host: 'localhost', port, method, path, headers, agent });
    incoming.pipe(outgoing);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  }

  /** Each part arrives as much later as the one before. */
  private passStream(response: IncomingMessage, reply: ServerResponse, latencyMs: number): void {
    reply.writeHead(response.statusCode ?? 500, response.headers);
    reply.flushHeaders();
    const later = (act: () => unknown) => void setTimeout(act, latencyMs);
    response.on('data', (chunk: Buffer) => later(() => reply.write(chunk)));
    response.on('close', () => later(() => reply.destroy()));
    reply.on('close', () => response.destroy());
  }
}
