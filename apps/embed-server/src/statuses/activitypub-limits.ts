// What an object of ActivityPub may hold: a post, its author, or the stamp that allows a quote. The vocabulary
// (www.w3.org/TR/activitystreams-vocabulary) sets no limits; these are those of the software that federates, as named in
// mastodon-limits.ts. JSON-LD lets one item stand for a list of one, and an object for its address.

import { address, html, listOf, mapOf, name, object, text } from '../outbound/content-limits.js';
import { longestContent } from './mastodon-limits.js';

const [code, date] = [name(100), name(64)];
const title = text(1000);
const content = html(longestContent);
const type = listOf(20, code);
const reference = { ...object({ id: address, type }), ...address };

const link = {
  ...object({ type, href: address, mediaType: code, tag: listOf(200, object({ href: address })) }),
  ...address,
};
const links = listOf(200, link);
const image = { ...object({ type, url: links, href: address, mediaType: code }), ...address };
const images = listOf(50, image);

const attachment = object({
  type,
  url: links,
  href: address,
  mediaType: code,
  name: text(10_000),
  summary: text(10_000),
  content: html(10_000),
  icon: images,
  image: images,
  duration: date,
});

const tag = object({ type, id: address, name: title, href: address, icon: images });
const option = { ...object({ type, name: title, content: title }), ...title };

const place = object({
  type,
  url: address,
  name: title,
  content: html(1000),
  address: { ...object({ streetAddress: title, addressLocality: title }), ...title },
});

const fields = {
  id: address,
  type,
  url: links,
  attributedTo: listOf(50, reference),
  actor: reference,
  to: listOf(1000, address),
  cc: listOf(1000, address),
  inReplyTo: reference,
  published: date,
  updated: date,
  startTime: date,
  endTime: date,
  status: code,
  timezone: code,
  'ical:status': code,
  eventStatus: code,
  location: listOf(10, place),
  closed: date,
  duration: date,
  name: title,
  preferredUsername: name(500),
  summary: html(50_000),
  content,
  contentMap: mapOf(100, content),
  source: object({ content, mediaType: code }),
  mediaType: code,
  attachment: listOf(64, attachment),
  icon: images,
  image: images,
  tag: listOf(1000, tag),
  oneOf: listOf(64, option),
  anyOf: listOf(64, option),
  quote: reference,
  quoteUrl: address,
  quoteUri: address,
  _misskey_quote: address,
  quoteAuthorization: reference,
  interactingObject: reference,
  interactionTarget: reference,
};

export const activityPubObject = object({ ...fields, object: object(fields) });
