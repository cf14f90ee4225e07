import { ServiceError } from '@triptych/schemas';
import { hostOf, type Interceptor } from './interceptor.http.js';

/** Adds the host to errors of a call, so that the log can name it. */
export const nameHost: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (error instanceof ServiceError) error.host ??= hostOf(request.url);
    throw error;
  }
};
