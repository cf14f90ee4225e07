import { Pool } from 'undici';

export interface Call {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: object;
  /** The next one of these that is answered is the same request: it may be asked again by whoever asked. */
  readonly isRepeatable?: boolean;
  /** A status beside those of success that is an answer, too. */
  readonly accepted?: number;
}

export interface Answer {
  /** Why it is no success: a status, or the code of an error. */
  readonly reason: string | null;
  readonly body?: unknown;
  readonly status: number;
}

/** Connections to a service, and how it does. */
export interface Caller {
  readonly ask: (call: Call) => Promise<Answer>;
  /** The longest that an answer took, in milliseconds. */
  readonly slowestMs: () => number;
  /** When something failed or took longer than `slowMs` last, as `performance.now` has it; 0 if nothing ever did. */
  readonly troubledAt: () => number;
  readonly close: () => Promise<void>;
}

const patience = 65_000;
/** Longer than a request takes on a machine with much to do. */
const slowMs = 2_000;

export function createCaller(url: string, connections: number): Caller {
  const pool = new Pool(url, { connections, headersTimeout: patience });
  const underWay = new Set<{ readonly began: number }>();
  let [slowest, troubled] = [0, 0];
  return {
    async ask(call) {
      const request = { began: performance.now() };
      underWay.add(request);
      const answer = await ask(pool, call);
      underWay.delete(request);
      const now = performance.now();
      const took = now - request.began;
      slowest = Math.max(slowest, took);
      if (answer.reason !== null || took > slowMs) troubled = now;
      return answer;
    },
    slowestMs: () => slowest,
    troubledAt() {
      const now = performance.now();
      return [...underWay].some(({ began }) => now - began > slowMs) ? now : troubled;
    },
    close: () => pool.close(),
  };
}

async function ask(
  pool: Pool,
  { path, method = 'GET', headers = {}, body, accepted }: Call,
): Promise<Answer> {
  try {
    const response = await pool.request({
      path,
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const status = response.statusCode;
    if (status >= 300 && status !== accepted) return { reason: `${status}`, status };
    const isJson = String(response.headers['content-type']).includes('json');
    return { reason: null, body: isJson ? JSON.parse(text) : text, status };
  } catch (error) {
    return { reason: (error as NodeJS.ErrnoException).code ?? String(error), status: 0 };
  }
}
