import type { HttpClient, HttpResponse } from '@triptych/http-client';
import { faultOf } from '../outbound/fault-log.http.js';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { imageTypeOf, isWhole } from './image-type.js';
import { ImageRefused } from './images.errors.js';
import type { FetchImage } from './images.js';

// What every browser shows; a host that chooses by it must not choose what some cannot show.
const accept = 'image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.1';

// Slower hosts hold memory for pictures that nobody waits for.
const slowestBody = { bytes: 16 * 1024, period: 2_000 };

export function createImageSource(http: HttpClient, maxBytes: number): FetchImage {
  return async (url) => {
    const response = await http.request({
      url,
      accept,
      maxBytes,
      slowestBody,
      // YouTube sends its 404 with a grey picture: the status alone counts.
      wantsBody: (status) => status === 200,
      checkStart: async (start) => void (await requireType(start)),
    });
    if (response.status === 404 || response.status === 410) return null;
    requireSuccess(response);
    const about = await requireType(response.body);
    requireWhole(response, about);
    return { body: response.body, about };
  };
}

async function requireType(start: Buffer): Promise<string> {
  const type = await imageTypeOf(start);
  if (type === null) throw new ImageRefused();
  return type;
}

function requireWhole(response: HttpResponse, type: string): void {
  const { body, isClosedByServer, url } = response;
  if (isClosedByServer && !isWhole(body, type))
    throw faultOf(response, new UpstreamBroken('the picture breaks off', { host: url.host }));
}
