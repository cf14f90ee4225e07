import { HttpClientError, type HttpClient } from '@triptych/http-client';
import { BulkheadRejectedError } from 'cockatiel';
import { createHostBulkheads } from './host-bulkheads.http.js';
import type { LoadPicture } from './pictures.js';
import { redraw } from './redraw.js';

const limits = { deadline: 5_000, maxBytes: 5 * 1024 * 1024 };

/** Asks the host of a picture by the guarded client, and redraws what it sends. */
export function createHttpPictureSource(client: Pick<HttpClient, 'request'>): LoadPicture {
  const inTurn = createHostBulkheads();
  return async (source) => {
    if (!URL.canParse(source)) return null;
    try {
      return await inTurn(new URL(source).hostname, () => load(client, source));
    } catch (error) {
      if (error instanceof HttpClientError || error instanceof BulkheadRejectedError) return null;
      throw error;
    }
  };
}

async function load(client: Pick<HttpClient, 'request'>, url: string) {
  const accept = 'image/webp, image/png, image/jpeg, image/gif';
  const { status, body } = await client.request({ url, accept, ...limits });
  return status === 200 ? redraw(body) : null;
}
