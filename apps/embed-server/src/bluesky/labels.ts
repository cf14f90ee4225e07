import { date, fields, list, text, type Fields } from '../outbound/untrusted.js';

// Labels of Bluesky: what authors say of their own posts, and moderation of all. The values that every client knows, with
// the defaults of the official ones, where those who are not signed in have no choice of their own
// (docs.bsky.app/docs/advanced-guides/moderation). Unknown values change nothing.
//
//   value                                          of a post              of its author
//   !no-unauthenticated                            -                      the post is not shown at all
//   !hide                                          as if it were gone     the same
//   !warn                                          behind a warning       the same
//   porn, sexual, nudity, graphic-media, gore      its media is covered   the avatar is left out
//
// Of a page, list, feed or starter pack that a post shows as a card, any but the first leaves out the picture.

export const signedInOnly = '!no-unauthenticated';
const ofMedia = ['porn', 'sexual', 'nudity', 'graphic-media', 'gore'];

/** The values that hold now: some are taken back, or have ended. */
export function labelValues(labels: unknown, now = Date.now()): ReadonlySet<string> {
  const all = list(labels).map(fields);
  const negated = all.filter((label) => label['neg'] === true).map(nameOf);
  const valid = all.filter(
    (label) =>
      label['neg'] !== true &&
      (date(label['exp'])?.getTime() ?? Infinity) > now &&
      !negated.includes(nameOf(label)),
  );
  return new Set(valid.flatMap(({ val }) => text(val) ?? []));
}

/** Another labeller's word is not taken back by this one's. */
function nameOf({ src, val }: Fields): string {
  return JSON.stringify([text(src), text(val)]);
}

/** Of a view of a post: its labels, and those that its author wrote into it. */
export function postLabels(view: Fields, record: Fields): ReadonlySet<string> {
  const own = list(fields(record['labels'])['values']).map((value) => fields(value)['val']);
  return new Set([...labelValues(view['labels']), ...own.flatMap((value) => text(value) ?? [])]);
}

export function isSignedInOnly(person: unknown): boolean {
  return labelValues(fields(person)['labels']).has(signedInOnly);
}

export function isHidden(view: Fields, record: Fields): boolean {
  const ofAuthor = labelValues(fields(view['author'])['labels']);
  return postLabels(view, record).has('!hide') || ofAuthor.has('!hide');
}

export function coverOf(view: Fields, record: Fields): 'none' | 'media' | 'all' {
  const [own, ofAuthor] = [postLabels(view, record), labelValues(fields(view['author'])['labels'])];
  if (own.has('!warn') || ofAuthor.has('!warn')) return 'all';
  return ofMedia.some((value) => own.has(value)) ? 'media' : 'none';
}

export function hasCoveredAvatar(person: Fields): boolean {
  const values = labelValues(person['labels']);
  return ofMedia.some((value) => values.has(value));
}

/** Of what a post shows as a card. */
export function hasCoveredPicture(card: Fields): boolean {
  const values = labelValues(card['labels']);
  return [...ofMedia, '!hide', '!warn'].some((value) => values.has(value));
}
