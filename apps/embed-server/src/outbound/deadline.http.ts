import { UpstreamTimeout, type HttpClient } from '@triptych/http-client';
import { timeLeft, type Interceptor, type Send } from './interceptor.http.js';

/** A call whose request has no time left, because earlier sources used it up, is not made. */
export const refuseWithoutTime: Interceptor = (next) => async (request) => {
  if (timeLeft(request) < 1) throw new UpstreamTimeout(new Error('its request has no time left'));
  return next(request);
};

/** The end of the pipeline: the client gets the time that the steps before it have left. */
export function sendInTimeLeft(http: HttpClient): Send {
  return refuseWithoutTime(({ endsAt, client: _client, ...request }) =>
    http.request({ ...request, deadline: Math.floor(endsAt - performance.now()) }),
  );
}
