import { ServiceError } from '@triptych/errors';

/** A closed set of words for the metric: what an answer's status means. */
export function outcomeOf(status: number): string {
  // A redirect comes to this only where it is the answer that was asked for.
  if (status < 400) return 'ok';
  if (status === 404 || status === 410) return 'absent';
  if (status === 429) return 'limited';
  if (status === 401 || status === 403) return 'refused';
  return status >= 500 ? 'failed' : 'unexpected';
}

/** What it means that there was no answer: the code that the visitor gets. */
export function outcomeOfError(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'aborted';
}
