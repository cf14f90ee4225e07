import { checkUrl, effectivePort, parseAllowList } from '@triptych/http-client';

/**
 * Of a name without a dot DNS knows nothing, so its deliveries would all fail.
 *
 * @returns throws for a URL that nothing would be delivered to
 */
export function createUrlCheck(allowHosts: readonly string[]): (url: string) => void {
  const isAllowed = parseAllowList(allowHosts);
  return (text) => {
    const url = checkUrl(text, isAllowed);
    const isComplete = /[.:]./.test(url.hostname);
    if (!isComplete && !isAllowed(url.hostname, effectivePort(url))) {
      throw new Error('a name without a domain');
    }
  };
}
