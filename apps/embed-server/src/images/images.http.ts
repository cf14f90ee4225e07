import type { HttpClient } from '@triptych/http-client';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import type { FetchImage } from './image-source.port.js';

// What every browser shows; a host that chooses by it must not choose what some cannot.
const accept = 'image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.1';

export function createImageSource(http: HttpClient, maxBytes: number): FetchImage {
  return async (url) => {
    const answer = await http.request({ url, accept, maxBytes });
    // YouTube sends its 404 with a grey picture: the status alone counts.
    if (answer.status === 404 || answer.status === 410) return null;
    requireSuccess(answer);
    return answer.body;
  };
}
