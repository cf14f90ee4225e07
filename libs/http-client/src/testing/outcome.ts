import { HttpClientError } from '../http-client-error.js';

/** The code with which a call failed, or what it did instead. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'a response',
    (thrown: unknown) => thrown,
  );
  return error instanceof HttpClientError ? error.code : `not ours: ${String(error)}`;
}
