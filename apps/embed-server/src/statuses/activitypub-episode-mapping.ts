import { fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { hasType, idOf, many } from './activitypub-object.js';
import { plainWords } from './plain-text-mapping.js';

// Castopod's episodes are of a type of their own, whose title is that of their file and whose text is told twice. They are
// served as `application/json`, as uploads of users may be at other hosts (CVE-2024-25623).

/** Of a podcast and its episode; the group is the podcast's own address. */
const episodePath = /^(\/@\w{1,32})\/episodes\/[A-Za-z\d-]{1,128}\/?$/;

/** Whether it may be an episode, which is no reply of ActivityPub by its media type. */
export function mayBeEpisode({ pathname }: URL, contentType: string): boolean {
  return episodePath.test(pathname) && /^\s*application\/json\s*(;|$)/i.test(contentType);
}

/** Whether what an address gave is that of the podcast below whose own address it lies: who wrote it wrote in its own name. */
export function isEpisodeAt({ origin, pathname }: URL, given: unknown): boolean {
  const object = fields(given);
  const [, podcast] = episodePath.exec(pathname) ?? [];
  const isOwn = podcast !== undefined && idOf(object['attributedTo']) === origin + podcast;
  return isOwn && isEpisode(object) && webUrl(object['id']) === origin + pathname;
}

/** An episode as others write a sound; all else as it is. */
export function episodeAsAudio(given: unknown): unknown {
  const object = fields(given);
  if (!isEpisode(object)) return given;
  const [file, description] = [fields(object['audio']), fields(object['description'])];
  const { mediaType, content, contentMap } = description;
  const [html] = Object.values(fields(contentMap)).flatMap((one) => text(one) ?? []);
  const title = text(file['name']);
  return {
    ...object,
    type: 'Audio',
    // It is escaped as HTML is.
    name: object['name'] ?? (title === null ? null : plainWords(title)),
    ...(html === undefined ? { mediaType, content } : { content: html, contentMap }),
    url: [...many(object['url']), ...many(file['url'])],
    duration: object['duration'] ?? file['duration'],
  };
}

function isEpisode(object: Fields): boolean {
  return hasType(object, 'PodcastEpisode');
}
