import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../generated/social-api.js';
import { ApiError } from './api-error.js';

const refusals: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
  },
  onError: () => new ApiError(0, 'unreachable', 'The server cannot be reached.'),
};

/** The server's routes as its OpenAPI document has them; whatever is not 2xx is thrown as an ApiError. */
export const socialApi = createClient<paths>({ credentials: 'same-origin' });
socialApi.use(refusals);

/** The data of an answer that has some. */
export async function dataOf<Data>(answer: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await answer;
  return data as Data;
}

async function toApiError(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = (problem ?? {}) as { code?: string; detail?: string };
  const seconds = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    code ?? 'unknown',
    detail ?? response.statusText,
    seconds > 0 ? seconds * 1000 : null,
  );
}
