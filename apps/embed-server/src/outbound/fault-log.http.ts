import type { HttpResponse } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import type { LogFault } from './fault-log.js';
import type { Interceptor } from './interceptor.http.js';

// Whether a reply is a fault is known where it is read.
const logs = new WeakMap<HttpResponse, (error: unknown) => void>();

/** The error, logged as a fault of who sent the reply. */
export function faultOf<E>(response: HttpResponse, error: E): E {
  if (error instanceof ServiceError) error.host ??= response.url.host;
  logs.get(response)?.(error);
  return error;
}

/** Logs why a call brought no reply, and lets those who read its reply log what is wrong with that. */
export function logFaults(log: LogFault, upstream: string): Interceptor {
  const logFault = (error: unknown) => log(error, upstream);
  return (next) => async (request) => {
    try {
      const response = await next(request);
      logs.set(response, logFault);
      return response;
    } catch (error) {
      logFault(error);
      throw error;
    }
  };
}
