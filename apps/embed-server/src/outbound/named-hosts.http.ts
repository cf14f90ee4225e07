import { hostOf, perHost, type Interceptor } from './interceptor.http.js';
import { UpstreamBusy } from './upstream.errors.js';

// Half of what Mastodon lets one address ask for in a minute (config/initializers/rack_attack.rb): the rest is for visitors
// who name the host themselves.
const [most, period] = [30, 60_000];

/**
 * At most 30 calls a minute to a host that no visitor named, but a post, an account or a redirect of another host: anyone
 * may publish posts that name a third one, and each would be a call to it. Then UpstreamBusy.
 */
export function limitCallsToNamedHosts(): Interceptor {
  // `endsAt` in milliseconds of the epoch.
  const periodOf = perHost(() => ({ endsAt: 0, left: 0 }));
  return (next) => async (request) => {
    if (hostOf(request.url) === request.askedHost) return next(request);
    const current = periodOf(request.url);
    const now = Date.now();
    if (current.endsAt <= now) Object.assign(current, { endsAt: now + period, left: most });
    if (current.left === 0)
      throw new UpstreamBusy('others name it too often', Math.ceil((current.endsAt - now) / 1000));
    current.left -= 1;
    return next(request);
  };
}
