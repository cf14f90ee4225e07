import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../generated/social-api.js';

/** The closed set of problem codes that the server documents. */
export type ProblemCode = components['schemas']['Problem']['code'];

/** A refused request, or one that did not reach the server at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | 'unreachable' | 'unknown';
  /** Milliseconds from the `Retry-After` header, if the server sent one. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    retryAfterMs: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether the same request may succeed in a moment. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const throwProblems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
  },
  onError: () => new ApiError(0, 'unreachable', 'The server cannot be reached.'),
};

/** The server's routes as its OpenAPI document has them. Every response that is not 2xx is thrown as an ApiError. */
export const socialApi = createClient<paths>({ credentials: 'same-origin' });
socialApi.use(throwProblems);

/** The body of a response that has one. */
export async function dataOf<Data>(response: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await response;
  return data as Data;
}

async function toApiError(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = (problem ?? {}) as { code?: ProblemCode; detail?: string };
  const seconds = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    code ?? 'unknown',
    detail ?? response.statusText,
    seconds > 0 ? seconds * 1000 : null,
  );
}
