import type { Sample } from './fediverse.js';

/** Written by us, in the shapes that programs of the fediverse send; the host is set where they are played. */
export const host = 'https://fedi.example';
export const everyone = 'https://www.w3.org/ns/activitystreams#Public';

export interface Program {
  readonly program: string;
  readonly object: Sample;
  /** What a reader of the page gets, in this order. */
  readonly shown: readonly string[];
}

const base = { to: [everyone], published: '2025-08-17T12:20:44Z' };

/** One of a program, at a place of the host, with what is its own. */
export function one(program: string, place: string, own: Sample, ...shown: string[]): Program {
  const author = `${host}/${program.toLowerCase().replace(/\W/g, '')}/ada`;
  return { program, object: { id: host + place, attributedTo: author, ...base, ...own }, shown };
}
