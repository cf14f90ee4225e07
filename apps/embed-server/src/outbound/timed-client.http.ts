import { HttpClientError, type HttpClient } from '@triptych/http-client';

export interface TimeLimits {
  /** Milliseconds for one call. */
  readonly perCall: number;
  /** Milliseconds that are left to whoever asks, for all of its calls. */
  readonly left: () => number;
}

/** The client within the time that a request has left, however many sources it asks in turn. */
export function withinTimeLeft(http: HttpClient, { perCall, left }: TimeLimits): HttpClient {
  return {
    close: () => http.close(),
    request: async (request) => {
      const deadline = Math.floor(Math.min(request.deadline ?? perCall, left()));
      if (deadline <= 0) throw new HttpClientError('upstream_timeout');
      return http.request({ ...request, deadline });
    },
  };
}
