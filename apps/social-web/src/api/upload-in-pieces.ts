// Brings a file to the server in several requests, by tus 1.0.0 (ADR 0086). Guarantees: what the server has is not sent again, whoever
// goes on, unless it says itself that it has it no longer; an upload that is called off is ended.
//   none     → begun     its id is told before the first byte leaves; begun again where the reply was lost, it is the same one
//   begun    → arriving  from where the server is, which is asked whenever it is not known
//   arriving → asked     it broke off: at once, for as long as each time more has arrived; else the caller decides when
//   arrived  → done      the attachment is asked for, which can be repeated
//   any      → none      the server does not know it any more: begun anew, once
import type { Attachment } from './attachments.js';
import { ApiError, unreachable } from './client.js';
import {
  attachmentOf,
  refusalOf,
  requestUpload,
  type UploadReply,
  type UploadWords,
} from './upload-request.js';
import type { ResumedWatch } from './upload.js';

const path = '/api/attachments/uploads';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
const version = { 'tus-resumable': '1.0.0' };

/** Of a request: what a proxy that passes on whole requests alone loses of one that breaks off. Bytes. */
const pieceBytes = 8 * 1024 * 1024;

/** Codes of an upload with which nobody can go on. */
const goneCodes = ['upload_not_found', 'attachment_not_found', 'upload_fragmented'];
const isGone = (error: unknown) => error instanceof ApiError && goneCodes.includes(error.code);

export async function uploadInPieces(
  bytes: Blob,
  words: UploadWords,
  watch: ResumedWatch,
  request = requestUpload,
): Promise<Attachment> {
  const requests = requestsFor(bytes, watch, request);
  let id = watch.uploadId;
  const note = (next: string | null) => watch.onUpload((id = next));

  async function bring(): Promise<Attachment> {
    let from: number;
    if (id === null) {
      const begun = await requests.begin(words);
      note(begun.id);
      from = begun.offset;
    } else from = await requests.offsetOf(id);
    await sendFrom(from, id!);
    return requests.complete(id!);
  }

  async function sendFrom(from: number, upload: string): Promise<void> {
    let offset = from;
    watch.onProgress(offset);
    while (offset < bytes.size) {
      try {
        offset = await requests.send(upload, offset);
      } catch (error) {
        if (watch.signal.aborted || !isBrokenOff(error)) throw error;
        const kept = await requests.offsetOf(upload);
        if (kept <= offset) throw unreachable();
        offset = kept;
        watch.onProgress(offset);
      }
    }
  }

  try {
    return await bring().catch(async (error: unknown) => {
      if (!isGone(error) || id === null) throw error;
      await endUpload(id, watch.me, request);
      note(null);
      return bring();
    });
  } catch (error) {
    if (watch.signal.aborted && id !== null) void endUpload(id, watch.me, request);
    throw error;
  }
}

/** No reply, or one that says that another request, whose connection is lost, is still arriving. */
function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.code === 'upload_offset_wrong';
}

function requestsFor(bytes: Blob, watch: ResumedWatch, request: typeof requestUpload) {
  const { me, signal, onProgress } = watch;
  return {
    /** Not broken off when it is called off: what was begun could not be ended. */
    async begin(words: UploadWords): Promise<Begun> {
      if (signal.aborted) throw unreachable();
      const metadata = metadataOf(words);
      const headers = {
        ...version,
        'upload-length': String(bytes.size),
        ...(metadata && { 'upload-metadata': metadata }),
      };
      const begin = (key?: object) =>
        request({ method: 'POST', path, headers: { ...headers, ...key } }, { me });
      const keyed = await begin({ 'idempotency-key': watch.key });
      // Another release has written the words of the file otherwise.
      const isReused = keyed.status === 422 && refusalOf(keyed).code === 'idempotency_key_reused';
      return begunBy(isReused ? await begin() : keyed);
    },
    async offsetOf(id: string): Promise<number> {
      const asked = { method: 'HEAD', path: pathOf(id), headers: version } as const;
      const reply = await request(asked, { me, signal });
      if (reply.status >= 300) throw refusalWithoutBody(reply);
      const [offset, length] = [bytesIn(reply, 'upload-offset'), bytesIn(reply, 'upload-length')];
      if (offset === null || length === null) throw unreachable();
      if (length !== bytes.size) throw notFound();
      return offset;
    },
    /** Returns how much the server has then. */
    async send(id: string, offset: number): Promise<number> {
      const type = 'application/offset+octet-stream';
      const headers = { ...version, 'upload-offset': String(offset), 'content-type': type };
      const body = bytes.slice(offset, offset + pieceBytes);
      const reply = await request(
        { method: 'PATCH', path: pathOf(id), headers, body },
        { me, signal, onProgress: (sent) => onProgress(offset + sent) },
      );
      if (reply.status >= 300) throw refusalOf(reply);
      const next = bytesIn(reply, 'upload-offset') ?? 0;
      if (next <= offset || next > bytes.size) throw unreachable();
      return next;
    },
    async complete(id: string): Promise<Attachment> {
      const asked = { method: 'POST', path: `${pathOf(id)}/complete`, headers: {} } as const;
      const reply = await request(asked, { me, signal });
      const isIncomplete = reply.status === 409 && refusalOf(reply).code === 'upload_incomplete';
      if (isIncomplete) throw unreachable();
      return attachmentOf(reply);
    },
  };
}

interface Begun {
  readonly id: string;
  /** Bytes that the server has of it: of another request, whose reply was lost. */
  readonly offset: number;
}

function begunBy(reply: UploadReply): Begun {
  if (reply.status >= 300) throw refusalOf(reply);
  const id = reply.header('location')?.match(/\/api\/attachments\/uploads\/([\w-]+)$/)?.[1];
  if (id === undefined) throw unreachable();
  return { id, offset: bytesIn(reply, 'upload-offset') ?? 0 };
}

const notFound = () => new ApiError(404, 'upload_not_found', 'The server has no such upload.');

/** To HEAD nobody says why. That nothing is there counts only where it is the server that says so, and not a gateway without one. */
function refusalWithoutBody(reply: UploadReply): ApiError {
  const { status } = reply;
  const isOwn = reply.header('tus-resumable') !== null;
  if (isOwn && (status === 404 || status === 410)) return notFound();
  if (status === 401) return new ApiError(status, 'unauthenticated', 'Nobody is signed in.');
  return refusalOf(reply);
}

function bytesIn(reply: UploadReply, name: string): number | null {
  const text = reply.header(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** As the protocol writes it. The server keeps no more of the words, and takes no header that is much longer. */
function metadataOf({ name, alt }: UploadWords): string {
  const words = [
    ['filename', name, 200],
    ['alt', alt, 1000],
  ] as const;
  return words
    .map(([key, text, most]) => [key, base64([...text.trim()].slice(0, most).join(''))] as const)
    .flatMap(([key, value]) => (value === '' ? [] : `${key} ${value}`))
    .join(',');
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Nothing is said where it fails: then the server ends it after a day. */
export async function endUpload(id: string, me: string, request = requestUpload): Promise<void> {
  const asked = { method: 'DELETE', path: pathOf(id), headers: version } as const;
  await request(asked, { me }).catch(() => {});
}
