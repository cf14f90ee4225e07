import { HttpClientError, type HttpClient } from '@triptych/http-client';
import type { BodyRoom } from './body-room.js';
import { ServerBusy } from './upstream.errors.js';

/** The client, whose bodies share a room: what has none yet is not read on. */
export function withinRoom(http: HttpClient, room: BodyRoom): HttpClient {
  return {
    close: () => http.close(),
    request: async (request) => {
      const seat = room.enter();
      try {
        return await http.request({
          ...request,
          beforePiece: (bytes, signal) => seat.take(bytes, signal),
        });
      } catch (error) {
        const late = error instanceof HttpClientError && error.code === 'upstream_timeout';
        // Time that went by in our own waiting is not held against the host.
        throw late && seat.hasWaited() ? new ServerBusy('its answer had to wait for room') : error;
      } finally {
        seat.leave();
      }
    },
  };
}
