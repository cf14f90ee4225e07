import { Readable } from 'node:stream';
import {
  allowSlowConsumer,
  conditionErrors,
  evaluateConditions,
  operationsOf,
  refuseConditions,
  type Server,
} from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SizeName } from './attachment.js';
import * as errors from './attachments.errors.js';
import type { Attachments, OpenedFile } from './attachments.js';
import * as schemas from './attachments.schemas.js';
import { dispositionOf } from './disposition-mapping.js';
import { afterBody, announcedBy, bytesOf, streamFiles } from './received-body.hook.js';
import { fileNameOf, lineOf } from './received-words.js';

const operation = operationsOf('messages');
const uploading = operation('uploadAttachment', 'Keep a file, to be sent in a message', {
  description:
    'Pictures are drawn anew, without what a camera wrote into them. What no message has taken is gone after a day.',
  querystring: schemas.UploadQuerySchema,
  response: { 200: schemas.AttachmentSchema },
  errors: [
    errors.AttachmentEmpty,
    errors.AttachmentTooLarge,
    errors.PictureUnreadable,
    errors.QuotaExceeded,
    errors.AttachmentsBusy,
    errors.TooManyAtOnce,
    errors.FilesUnavailable,
  ],
});
const reading = operation('readAttachment', 'A file, or a smaller size of a picture', {
  description:
    'For the two of the chat while they are friends and the message is there, and for who has uploaded it and not sent it yet.',
  params: schemas.AttachmentParamsSchema,
  querystring: schemas.AttachmentQuerySchema,
  response: schemas.fileResponses,
  errors: [errors.AttachmentNotFound, errors.FilesUnavailable, ...conditionErrors],
});
const discarding = operation('discardAttachment', 'Discard a file that was not sent', {
  description:
    'Its room is free at once. What a message has taken stays: that is deleted with its message.',
  params: schemas.AttachmentParamsSchema,
  response: { 200: schemas.DiscardedSchema },
});

/** Whether the caller may see it is decided at every request, so a kept copy is asked about as well. */
const headers = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
};

interface Parts {
  readonly attachments: Attachments;
}

export async function attachmentsRoutes(app: Server, { attachments }: Parts) {
  app.get('/attachments/:id', reading, async (request, reply) => {
    const { caller, params, query } = request;
    const file = await attachments.open(caller.userId, params.id, query.size as SizeName);
    return sendFile(request, reply, file);
  });
  app.delete('/attachments/:id', discarding, ({ caller, params }) =>
    attachments.discard(caller.userId, params.id),
  );
  await app.register(async (scope: Server) => uploadRoute(scope, attachments));
}

function uploadRoute(app: Server, attachments: Attachments): void {
  streamFiles(app);
  const config = { ...uploading.config, streamedBody: schemas.uploadBody };
  app.post('/attachments', { ...uploading, config }, async (request, reply) => {
    allowSlowConsumer(request);
    const { name, alt } = request.query;
    const upload = {
      name: fileNameOf(name, 200),
      alt: lineOf(alt, 1000),
      announced: announcedBy(request),
      bytes: bytesOf(request),
    };
    return afterBody(request, reply, attachments.upload(request.caller.userId, upload));
  });
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OpenedFile) {
  const sent = { etag: `"${file.tag}"`, length: file.size };
  const outcome = evaluateConditions(request, sent);
  if (outcome === 'failed' || outcome === 'outside') throw refuseConditions(reply, outcome, sent);
  void reply.headers(headers).header('etag', sent.etag);
  if (outcome === 'not modified') return reply.code(304).send();
  const [start, end] = outcome === 'whole' ? [0, sent.length] : [outcome.first, outcome.end];
  const bytes = request.method === 'HEAD' ? [] : await file.read({ start, end: end - 1 });
  if (outcome !== 'whole')
    void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${sent.length}`);
  void reply.headers({
    'content-type': file.type,
    'content-length': end - start,
    'content-disposition': dispositionOf(file),
  });
  return reply.send(Readable.from(bytes, { objectMode: false }));
}
