import type { HttpResponse } from './http-client.js';
import { UpstreamMalformed } from './http-client-error.js';

const jsonType = /^(application|text)\/([\w.-]+\+)?json\b/i;

/** The parsed body of an answer that says it is JSON and is; else `upstream_malformed`. Not validated. */
export function readJson(response: HttpResponse): unknown {
  if (!jsonType.test(response.headers['content-type'] ?? '')) {
    throw new UpstreamMalformed(new Error('the answer does not say it is JSON'));
  }
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch (cause) {
    throw new UpstreamMalformed(cause);
  }
}
