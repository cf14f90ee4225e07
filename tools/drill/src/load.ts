import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: object;
  /** The next one of these that is answered is the same request: it may be asked again by whoever asked. */
  readonly isRepeatable?: boolean;
}

export interface Outcome {
  readonly name: string;
  count: number;
  /** What was answered by something else than success, or not at all, by reason. */
  readonly failed: Map<string, number>;
  /** Answered after it was asked again by the client, as clients do with what has a name of its own. */
  repeated: number;
  slowestMs: number;
}

/** Requests that go on from start to stop. */
export interface Load extends Outcome {
  stop(): Promise<void>;
}

const patience = 65_000;

/**
 * Clients of which each asks, waits for the answer and pauses.
 *
 * @param next the next request of a client, and what to do with a body that was answered with success
 */
export function startLoad(
  name: string,
  url: string,
  clients: number,
  pauseMs: number,
  next: (client: number) => readonly [Call, ((body: unknown) => void)?],
): Load {
  const pool = new Pool(url, { connections: clients, headersTimeout: patience });
  const outcome = { name, count: 0, failed: new Map<string, number>(), repeated: 0, slowestMs: 0 };
  let isRunning = true;
  const once = async (client: number) => {
    const [call, onSuccess] = next(client);
    const began = performance.now();
    let answer = await ask(pool, call);
    if (answer.reason !== null && call.isRepeatable) {
      outcome.repeated += 1;
      for (let tries = 0; tries < 5 && answer.reason !== null; tries += 1) {
        await pause(300);
        answer = await ask(pool, call);
      }
    }
    outcome.count += 1;
    outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began);
    if (answer.reason === null) onSuccess?.(answer.body);
    else outcome.failed.set(answer.reason, (outcome.failed.get(answer.reason) ?? 0) + 1);
  };
  const repeat = async (client: number) => {
    while (isRunning) {
      await once(client);
      await pause(pauseMs * (0.5 + Math.random()));
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)));
  return Object.assign(outcome, {
    async stop() {
      isRunning = false;
      await running;
      await pool.close();
    },
  });
}

async function ask(
  pool: Pool,
  { path, method = 'GET', headers = {}, body }: Call,
): Promise<{ readonly reason: string | null; readonly body?: unknown }> {
  try {
    const response = await pool.request({
      path,
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) return { reason: `${response.statusCode}` };
    const isJson = String(response.headers['content-type']).includes('json');
    return { reason: null, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
