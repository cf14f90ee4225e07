import { HttpClientError, type HttpClient } from '@triptych/http-client';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { PicturesBusy } from './pictures.errors.js';
import type { LoadPicture } from './pictures.js';
import { redraw } from './redraw.js';

const limits = { deadline: 5_000, maxBytes: 5 * 1024 * 1024 };
/** At once, and waiting: each holds up to `maxBytes` and then a processor. */
const places = { running: 4, waiting: 60 };

/** Asks the host of a picture by the guarded client, and redraws what it sends. */
export function createHttpPictureSource(client: Pick<HttpClient, 'request'>): LoadPicture {
  const policy = bulkhead(places.running, places.waiting);
  return async (source) => {
    try {
      return await policy.execute(() => load(client, source));
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw new PicturesBusy();
      throw error;
    }
  };
}

async function load(client: Pick<HttpClient, 'request'>, url: string) {
  try {
    const accept = 'image/webp, image/png, image/jpeg, image/gif';
    const { status, body } = await client.request({ url, accept, ...limits });
    return status === 200 ? await redraw(body) : null;
  } catch (error) {
    if (error instanceof HttpClientError) return null;
    throw error;
  }
}
