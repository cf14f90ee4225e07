import { readRecording } from './recordings.js';
import type { UpstreamPlayer } from './upstream-player.js';

export type Sample = Record<string, unknown>;

/** A written sample whose host is the player. */
export function sampleAt(origin: string, name: string): Sample {
  return JSON.parse(readRecording(name).replaceAll('https://fedi.example', origin)) as Sample;
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
