import type { Attachment } from './attachments.js';
import { apiErrorOf, unreachable } from './client.js';
import { expectedUserHeaders } from './expected-user.js';

export interface UploadWords {
  /** Empty: it has none. */
  readonly name: string;
  /** What a picture shows; empty: nothing is said. */
  readonly alt: string;
}

export interface UploadWatch {
  readonly signal: AbortSignal;
  /** Told how many bytes have left, again and again. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Keeps a file at the server and returns it as the server describes it. Not by `fetch`, which does not say how far it is. Rejects with
 * an ApiError, as every request does, and where it is called off.
 */
export function uploadFile(
  bytes: Blob,
  { name, alt }: UploadWords,
  { signal, onProgress }: UploadWatch,
): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ ...(name && { name }), ...(alt && { alt }) });
    request.open('POST', `/api/attachments?${query}`);
    // A type that a form could send would be refused; what it is the server finds out.
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [header, value] of Object.entries(expectedUserHeaders()))
      request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      try {
        resolve(attachmentOf(request));
      } catch (error) {
        reject(error instanceof Error ? error : unreachable());
      }
    };
    request.onerror = request.onabort = () => reject(unreachable());
    if (signal.aborted) return reject(unreachable());
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
}

/** Only a reply of the route's own shape says that the file is there. */
function attachmentOf(request: XMLHttpRequest): Attachment {
  const { status, statusText, responseText } = request;
  let body: unknown = null;
  try {
    body = JSON.parse(responseText);
  } catch {
    if (status < 300) throw unreachable();
  }
  if (status >= 300)
    throw apiErrorOf({
      status,
      statusText,
      body,
      retryAfter: request.getResponseHeader('retry-after'),
    });
  if (typeof (body as Partial<Attachment> | null)?.id !== 'string') throw unreachable();
  return body as Attachment;
}
