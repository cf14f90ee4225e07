import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

// What HTTP demands of a message whoever it is for. Node would refuse some of it by itself, with an empty body; here it is a
// problem like any other, with a request id and a line in the log.

/** `uri-host [":" port]` of RFC 9112, 3.2, with a name that is not empty (RFC 9110, 4.2.1); IPv6 is checked apart. */
const hostPattern = /^(?:\[([\d.:a-f]+)\]|(?:[\w!$&'()*+,.;=~-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** The status with which a message is refused whatever it asks for; null for one in order. */
export function brokenRule(request: IncomingMessage): 400 | 417 | null {
  const { httpVersion, headers } = request;
  const { host, expect, 'transfer-encoding': coding } = headers;
  // Node takes the lines of other versions for ones of its own.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 400;
  if (host === undefined ? httpVersion === '1.1' : !isHost(host)) return 400;
  // No other coding is undone here, and HTTP/1.0 has none (RFC 9112, 6.1).
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
    return 400;
  return expect === undefined || /(?:^|\W)100-continue(?:$|\W)/i.test(expect) ? null : 417;
}

/** Several hosts, which a proxy may have routed by another one, come here joined, and so are none. */
function isHost(value: string): boolean {
  const parts = hostPattern.exec(value);
  return parts !== null && (parts[1] === undefined || isIPv6(parts[1]));
}
