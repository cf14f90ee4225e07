import type { UpstreamPlayer } from './upstream-player.js';

/** Publishes a status with one picture, which has these addresses; returns the path of the picture here. */
export function postWithPicture(
  upstream: UpstreamPlayer,
  id: number,
  url: string,
  previewUrl = url,
): string {
  upstream.json(`/api/v1/statuses/${id}`, {
    ...(upstream.fixture('masto-cw-text') as object),
    id: String(id),
    media_attachments: [{ type: 'image', url, preview_url: previewUrl }],
  });
  return `/mastodon/${encodeURIComponent(`${upstream.origin}/@a/${id}`)}/images/0`;
}
