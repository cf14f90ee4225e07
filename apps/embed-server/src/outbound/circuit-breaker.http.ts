import { UpstreamTimeout, UpstreamUnreachable, type HttpResponse } from '@triptych/http-client';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import { perHost, timeLeft, type Interceptor } from './interceptor.http.js';
import { UpstreamBusy } from './upstream.errors.js';

const [failuresInRow, openFor] = [5, 10_000];

/**
 * Five failures in a row open the circuit of a host: for ten seconds it is not asked (UpstreamBusy), then one call
 * tries. `fairShare` in milliseconds: a host that had less time than that has not failed by taking longer.
 */
export function breakCircuits(fairShare: number): Interceptor {
  const breakerOf = perHost(createBreaker);
  return (next) => async (request) => {
    const breaker = breakerOf(request.url);
    const isFair = timeLeft(request) >= fairShare;
    try {
      // A trial without time would prove nothing, and the breaker counts an error that it does not know as a success.
      if (!isFair && breaker.state !== CircuitState.Closed) throw new BrokenCircuitError();
      return await breaker.execute(() =>
        isFair ? next(request) : next(request).catch(hideTimeout),
      );
    } catch (error) {
      if (error instanceof CutShort) throw error.cause;
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new UpstreamBusy('it failed too often', openFor / 1000);
    }
  };
}

function createBreaker() {
  const isFailure = handleWhen(
    (error) => error instanceof UpstreamTimeout || error instanceof UpstreamUnreachable,
  ).orWhenResult((response) => (response as HttpResponse).status >= 500);
  const breaker = new ConsecutiveBreaker(failuresInRow);
  return circuitBreaker(isFailure, { halfOpenAfter: openFor, breaker });
}

/** A timeout that the breaker must not count. */
class CutShort extends Error {}

function hideTimeout(error: unknown): never {
  const isTimeout = error instanceof UpstreamTimeout;
  throw isTimeout ? new CutShort('', { cause: error }) : error;
}
