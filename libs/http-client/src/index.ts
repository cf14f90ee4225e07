export { effectivePort, parseAllowList, type IsAllowed } from './allow-list.js';
export { createHttpClient } from './create-http-client.js';
export {
  defaultLimits,
  type HttpClient,
  type HttpClientOptions,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
  type Resolve,
  type ResolvedAddress,
  type SlowestBody,
} from './http-client.js';
export {
  AddressRefused,
  HttpClientError,
  RedirectRefused,
  ResponseTooLarge,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
  UrlRefused,
} from './http-client-error.js';
export { isPublicAddress } from './public-address.js';
export { readJson } from './read-body.js';
export { followRedirects } from './redirects.js';
export { checkUrl } from './url-rules.js';
