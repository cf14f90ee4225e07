import { checkUrl, effectivePort, parseAllowList } from '@triptych/http-client';

/** Two labels at least, each of 1 to 63 letters, and 253 in all (RFC 1035, 2.3.4); a dot may end them. */
const domain = /^(?=.{1,254}$)[^.]{1,63}(?:\.[^.]{1,63})+\.?$/;

/**
 * Of any other name DNS knows nothing, so its deliveries would all fail.
 *
 * @returns throws for a URL that nothing would be delivered to
 */
export function createUrlCheck(allowHosts: readonly string[]): (url: string) => void {
  const isAllowed = parseAllowList(allowHosts);
  return (text) => {
    const url = checkUrl(text, isAllowed);
    const isComplete = url.hostname.startsWith('[') || domain.test(url.hostname);
    if (!isComplete && !isAllowed(url.hostname, effectivePort(url))) {
      throw new Error('a name without a domain');
    }
  };
}
