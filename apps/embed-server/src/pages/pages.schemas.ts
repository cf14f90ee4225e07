import { Type } from 'typebox';
import { ThreadQuerySchema } from '../http/thread.schemas.js';
import { HashQuerySchema } from '../videos/videos.schemas.js';
import { languages } from './messages.js';
import { themes } from './page.js';

/** Lenient: a page is worth more than an error about its looks. */
export const PageQuerySchema = Type.Object({
  lang: Type.Optional(
    Type.String({ description: `Of dates and words: ${languages.join(', ')}; else en.` }),
  ),
  theme: Type.Optional(
    Type.String({ description: `${themes.join(', ')}; else what the reader prefers.` }),
  ),
});

export const PageWithThreadQuerySchema = Type.Interface([PageQuerySchema, ThreadQuerySchema], {});

export const PlayerQuerySchema = Type.Interface([PageQuerySchema, HashQuerySchema], {
  start: Type.Optional(Type.String({ description: 'Where to start, in seconds.' })),
  t: Type.Optional(Type.String({ description: 'The same, as hosts write it.' })),
});

export const pageResponse = {
  description: 'A self-contained page for `<amp-iframe>` and plain frames.',
  content: { 'text/html': { schema: { type: 'string' } } },
};

export const iconResponse = {
  description: 'An SVG.',
  content: { 'image/svg+xml': { schema: { type: 'string' } } },
};
