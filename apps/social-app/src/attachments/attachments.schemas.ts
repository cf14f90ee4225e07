import { Type } from 'typebox';
import { id, nullable, nullableText } from '../people/person.schemas.js';

export const kind = Type.String({
  enum: ['image', 'video', 'audio', 'file'],
  description: 'What a client shows it as; a `file` is for saving alone.',
});

const bytes = Type.Integer({ minimum: 1, description: 'Bytes.' });
const pixels = Type.Integer({ minimum: 1, description: 'Pixels.' });

const SmallerSizeSchema = Type.Object({
  name: Type.String({ enum: ['small', 'medium'], description: 'For `size` of the address.' }),
  type: Type.String(),
  size: bytes,
  width: pixels,
  height: pixels,
});

export const AttachmentSchema = Type.Object(
  {
    id,
    kind,
    type: Type.String({ description: 'The media type, as the content says.' }),
    size: bytes,
    name: nullableText('What its sender calls it.'),
    alt: nullableText('What a picture shows, in its sender’s words.'),
    width: nullable(Type.Integer(), 'Of a picture or film, in pixels.'),
    height: nullable(Type.Integer(), 'Of a picture or film, in pixels.'),
    duration: nullable(Type.Number(), 'Of a film or sound, in seconds, where that is known.'),
    preview: nullableText(
      'Of a picture that the caller may fetch: a blurred one of few bytes, as a `data:` address.',
    ),
    sizes: Type.Array(SmallerSizeSchema, {
      description: 'Smaller ones of a picture; none of one that is small itself.',
    }),
  },
  { description: 'A file as the service keeps it.' },
);

export const UploadQuerySchema = Type.Object({
  name: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'What to call the file; 200 characters are kept.',
    }),
  ),
  alt: Type.Optional(
    Type.String({ maxLength: 4000, description: 'What it shows; 1000 characters are kept.' }),
  ),
});

/** Taken as it comes. */
export const uploadBody = {
  'application/octet-stream': {
    schema: {
      type: 'string',
      format: 'binary',
      description:
        'The bytes of the file. Its type is told by them, whatever Content-Type says, which must be none that a form sends.',
    },
  },
};

export const AttachmentParamsSchema = Type.Object({ id });

export const DiscardedSchema = Type.Object(
  {
    changed: Type.Boolean({
      description: 'False when the caller has no such file, or it was discarded or sent already.',
    }),
  },
  { description: 'The caller has no such file that waits to be sent.' },
);

export const AttachmentQuerySchema = Type.Object({
  size: Type.Optional(
    Type.String({
      enum: ['small', 'medium'],
      description: 'A picture with its longer side of at most 360 or 1280 pixels.',
    }),
  ),
});

const file = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/** An `object` to the compiler, because the handler sends bytes. */
export const fileResponses: Readonly<Record<200 | 206 | 304, object>> = {
  200: { description: 'The file.', content: file },
  206: { description: 'The part of it that `Range` asks for.', content: file },
  304: { description: 'It is the one that `If-None-Match` names.' },
};
