import type { HttpClient } from '@triptych/http-client';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import type { FetchImage } from './images.js';

// What every browser shows; a host that chooses by it must not choose what some cannot show.
const accept = 'image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.1';

export function createImageSource(http: HttpClient, maxBytes: number): FetchImage {
  return async (url) => {
    const response = await http.request({ url, accept, maxBytes });
    // YouTube sends its 404 with a grey picture: the status alone counts.
    if (response.status === 404 || response.status === 410) return null;
    requireSuccess(response);
    return response.body;
  };
}
