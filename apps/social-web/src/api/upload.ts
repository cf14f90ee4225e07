import type { Attachment } from './attachments.js';
import { unreachable } from './client.js';
import {
  attachmentOf,
  requestUpload,
  type UploadWatch,
  type UploadWords,
} from './upload-request.js';

export interface ResumedWatch extends UploadWatch {
  /** Of this file alone, whoever brings it and however often: by it the server knows a beginning again whose reply was lost. */
  readonly key: string;
  /** Under which the server has a part of the file; null: it has none. */
  readonly uploadId: string | null;
  /** Told under which it has one from now on, which is to be kept; null: it has none any more. */
  readonly onUpload: (uploadId: string | null) => void;
}

/** Bytes; a longer one comes in pieces, and goes on after whatever breaks off. */
export const mostAtOnce = 5_000_000;

/**
 * Keeps a file at the server and returns it as the server describes it. Rejects with an ApiError, as every request does, and
 * where it is called off.
 */
export async function uploadFile(
  bytes: Blob,
  words: UploadWords,
  watch: ResumedWatch,
): Promise<Attachment> {
  if (bytes.size > mostAtOnce) {
    const module = await import('./upload-in-pieces.js').catch(() => null);
    if (module) return module.uploadInPieces(bytes, words, watch);
    // Of a release that is gone, a file that was not loaded yet is gone as well. What has not been begun can do without.
    if (watch.uploadId !== null) throw unreachable();
  }
  return uploadAtOnce(bytes, words, watch);
}

async function uploadAtOnce(
  body: Blob,
  { name, alt }: UploadWords,
  watch: UploadWatch,
): Promise<Attachment> {
  const query = new URLSearchParams({ ...(name && { name }), ...(alt && { alt }) });
  const path = `/api/attachments?${query}`;
  // A type that a form could send would be refused; what it is the server finds out.
  const headers = { 'content-type': 'application/octet-stream' };
  return attachmentOf(await requestUpload({ method: 'POST', path, headers, body }, watch));
}

/** Gives the room of a file back that was brought in one request and nobody wants any more, where the server can be told. */
export async function discardAttachment(id: string, me: string): Promise<void> {
  const path = `/api/attachments/${id}`;
  await requestUpload({ method: 'DELETE', path, headers: {} }, { me }).catch(() => {});
}

/** The same for one that is or was brought in pieces. */
export async function endUpload(uploadId: string, me: string): Promise<void> {
  const module = await import('./upload-in-pieces.js').catch(() => null);
  await module?.endUpload(uploadId, me);
}
