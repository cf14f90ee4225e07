import {
  allowSlowConsumer,
  headOperation,
  operationsOf,
  type Server,
} from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as files from '../attachments/attachments.errors.js';
import { AttachmentSchema } from '../attachments/attachments.schemas.js';
import { afterBody, announcedBy, bytesOf, streamFiles } from '../attachments/received-body.hook.js';
import { fileNameOf, lineOf } from '../attachments/received-words.js';
import {
  offsetType,
  readKey,
  refuseUnserved,
  requireBytes,
  requireMetadata,
  requireOffsetType,
  requireVersion,
  version,
} from './tus-headers.hook.js';
import { parseMetadata } from './tus-headers.js';
import type { Upload } from './upload-store.port.js';
import * as errors from './uploads.errors.js';
import * as schemas from './uploads.schemas.js';
import type { Uploads } from './uploads.js';

// tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation, creation-with-upload, termination, expiration.

const path = '/attachments/uploads';
const header = [errors.TusVersionUnknown, errors.UploadHeaderInvalid];
const places = [files.AttachmentsBusy, files.TooManyAtOnce];
const keeping = [errors.UploadTooLong, ...places, files.FilesUnavailable];
const going = [...header, ...keeping, errors.UploadBodyUnknown];

const operation = operationsOf('messages');
const beginning = operation('beginUpload', 'Begin a file that comes in several requests', {
  description:
    'By tus 1.0.0 (creation, creation-with-upload, termination, expiration); `HEAD` says how much has arrived. Its first bytes may come along as `application/offset+octet-stream`. For large files, and bad networks. Whoever gets no reply asks again with the same `Idempotency-Key`.',
  headers: schemas.BeginHeadersSchema,
  // Not as a body, which it may do without.
  consumes: [offsetType],
  response: schemas.beginResponses,
  errors: [
    ...going,
    files.AttachmentEmpty,
    files.AttachmentTooLarge,
    files.QuotaExceeded,
    errors.TooManyUploads,
    errors.IdempotencyKeyReused,
  ],
});
const continuing = operation('continueUpload', 'Send more bytes of it', {
  description:
    'What has arrived when a request breaks off is kept, but for the piece that was arriving when the service was killed: ask by `HEAD` how much, and go on from there. A `POST` with `X-HTTP-Method-Override: PATCH` is the same; with `DELETE` it ends the upload.',
  params: schemas.UploadParamsSchema,
  headers: schemas.ContinueHeadersSchema,
  response: schemas.emptyResponses,
  errors: [...going, errors.UploadNotFound, errors.UploadOffsetWrong, errors.UploadFragmented],
});
const ending = operation('endUpload', 'End it, or discard what it has become', {
  description:
    'Its room is free at once, also of an attachment that it has become, unless a message has taken that: then this changes nothing of it.',
  params: schemas.UploadParamsSchema,
  headers: schemas.VersionHeadersSchema,
  response: schemas.emptyResponses,
  errors: [errors.TusVersionUnknown, errors.UploadNotFound],
});
const asking = headOperation(
  operation('askUpload', 'Ask how much of it has arrived', {
    params: schemas.UploadParamsSchema,
    headers: schemas.VersionHeadersSchema,
    response: schemas.askResponses,
    errors: [errors.TusVersionUnknown, errors.UploadNotFound],
  }),
);
const completing = operation('completeUpload', 'Have the attachment of which all has arrived', {
  description:
    'Of a picture that cannot be read nothing is kept. Ask again when no reply came: it is the same attachment.',
  params: schemas.UploadParamsSchema,
  response: { 200: AttachmentSchema },
  errors: [
    errors.UploadNotFound,
    errors.UploadIncomplete,
    files.AttachmentNotFound,
    files.PictureUnreadable,
    files.QuotaExceeded,
    ...places,
    files.FilesUnavailable,
  ],
});

interface Parts {
  readonly uploads: Uploads;
  readonly maxBytes: number;
}

export async function uploadsRoutes(app: Server, { uploads, maxBytes }: Parts) {
  app.post(`${path}/:id/complete`, completing, (request) =>
    uploads.complete(request.caller.userId, request.params.id, wordsOf),
  );
  await app.register(async (scope: Server) => tusRoutes(scope, uploads, maxBytes));
}

function tusRoutes(app: Server, uploads: Uploads, maxBytes: number): void {
  streamFiles(app);
  app.addHook('onRequest', async (_request, reply) => void reply.header('tus-resumable', version));

  app.options(path, { schema: { hide: true } }, async (_request, reply) => {
    void reply.headers({
      'tus-version': version,
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': maxBytes,
    });
    return reply.code(204).send();
  });

  app.post(path, beginning, async (request, reply) => {
    requireVersion(request, reply);
    refuseUnserved(request);
    const { userId } = request.caller;
    const length = requireBytes(request, 'upload-length');
    const metadata = requireMetadata(request);
    const hasBytes = request.headers['content-type'] !== undefined;
    if (hasBytes) requireOffsetType(request);
    const announced = hasBytes ? announcedBy(request) : null;
    const key = readKey(request);
    const upload = await uploads.begin(userId, { key, length, metadata }, announced);
    void reply.header('location', `/api${path}/${upload.id}`);
    // Known by its key, it may have these bytes already; the reply says from where on it has none.
    const isNew = upload.received === 0 && upload.attachmentId === null;
    const grown = hasBytes && isNew ? await goOn(uploads, request, reply, upload) : upload;
    return reply.code(201).headers(headersOf(grown)).send();
  });

  app.head(`${path}/:id`, asking, async (request, reply) => {
    requireVersion(request, reply);
    const upload = await uploads.find(request.caller.userId, request.params.id);
    const { length, metadata } = upload;
    void reply.headers({ ...headersOf(upload), 'upload-length': length });
    if (metadata !== null) void reply.header('upload-metadata', metadata);
    return reply.code(200).header('cache-control', 'no-store').send();
  });

  const proceed = { ...continuing.config, streamedBody: schemas.offsetBody };
  app.patch(`${path}/:id`, { ...continuing, config: proceed }, async (request, reply) => {
    requireVersion(request, reply);
    refuseUnserved(request);
    requireOffsetType(request);
    const received = requireBytes(request, 'upload-offset');
    const upload = await goOn(uploads, request, reply, { id: request.params.id, received });
    return reply.code(204).headers(headersOf(upload)).send();
  });

  app.delete(`${path}/:id`, ending, async (request, reply) => {
    requireVersion(request, reply);
    await uploads.end(request.caller.userId, request.params.id);
    return reply.code(204).send();
  });
}

function goOn(
  uploads: Uploads,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, received }: Pick<Upload, 'id' | 'received'>,
): Promise<Upload> {
  allowSlowConsumer(request);
  const body = { offset: received, announced: announcedBy(request), bytes: bytesOf(request) };
  return afterBody(request, reply, uploads.goOn(request.caller.userId, id, body));
}

const headersOf = ({ received, expiresAt }: Upload) => ({
  'upload-offset': received,
  'upload-expires': expiresAt.toUTCString(),
});

/** `filename` is what clients of tus call it. */
function wordsOf({ metadata }: Upload) {
  const words = parseMetadata(metadata ?? '');
  return {
    name: fileNameOf(words?.get('filename') ?? words?.get('name'), 200),
    alt: lineOf(words?.get('alt'), 1000),
  };
}
