import { readRecording } from './recordings.js';
import type { UpstreamPlayer } from './upstream-player.js';

export type Sample = Record<string, unknown>;

/** A written sample whose host is the player. */
export function sampleAt(origin: string, name: string): Sample {
  return JSON.parse(readRecording(name).replaceAll('https://fedi.example', origin)) as Sample;
}

/** Serves a public note at a path, with its author. Returns its id. */
export function publishNote(upstream: UpstreamPlayer, path: string, own: Sample): string {
  const { origin } = upstream;
  const [id, actor] = [`${origin}${path}`, `${origin}/ada`];
  publish(upstream, { ...sampleAt(origin, 'ap-actor'), id: actor });
  publish(upstream, { id, type: 'Note', to: 'as:Public', attributedTo: actor, ...own });
  return id;
}

/** Serves an object at its id, as the media type of ActivityPub. */
export function publish(
  { json }: Pick<UpstreamPlayer, 'json'>,
  object: Sample,
  contentType = 'application/activity+json; charset=utf-8',
): void {
  const { pathname } = new URL(String(object['id']));
  json(pathname, object, 200, { 'content-type': contentType });
}
