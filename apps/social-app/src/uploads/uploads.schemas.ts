import { Type } from 'typebox';
import { id } from '../people/person.schemas.js';

export const UploadParamsSchema = Type.Object({ id });

export const offsetBody = {
  'application/offset+octet-stream': {
    schema: { type: 'string', format: 'binary', description: 'Bytes from the offset on.' },
  },
};

const text = (description: string) => Type.Optional(Type.String({ description }));
const version = { 'tus-resumable': text('`1.0.0`; required.') };

export const BeginHeadersSchema = Type.Object({
  ...version,
  'upload-length': text('Bytes of the whole file; required.'),
  'idempotency-key': text(
    'The same again, with the same length and words, is the same upload, for as long as there is one; 1 to 255 visible ASCII characters.',
  ),
  'upload-metadata': text('As tus writes it: `filename` or `name`, and `alt`.'),
});
export const ContinueHeadersSchema = Type.Object({
  ...version,
  'upload-offset': text('Bytes that the service has already; required.'),
});
export const VersionHeadersSchema = Type.Object(version);

/** An `object` to the compiler, because these replies have no body. */
export const beginResponses: Readonly<Record<201, object>> = {
  201: {
    description:
      'It is begun: `Location` says where it goes on, `Upload-Offset` with how many bytes, `Upload-Expires` until when.',
  },
};
export const askResponses: Readonly<Record<200, object>> = {
  200: {
    description:
      '`Upload-Offset` says how many bytes there are, `Upload-Length` of how many, `Upload-Expires` until when, `Upload-Metadata` what was said of it.',
  },
};
export const emptyResponses: Readonly<Record<204, object>> = {
  204: { description: 'Done; `Upload-Offset` says how many bytes there are.' },
};
