import type { Attachment } from './attachments.js';
import { apiErrorOf, unreachable, type ApiError } from './client.js';
import { expectedUserHeaders } from './expected-user.js';

export interface UploadWords {
  /** Empty: it has none. */
  readonly name: string;
  /** What a picture shows; empty: nothing is said. */
  readonly alt: string;
}

export interface UploadWatch {
  /** Whose file it is: somebody else may sign in while it is on its way. */
  readonly me: string;
  readonly signal: AbortSignal;
  /** Told how many bytes have left, again and again. */
  readonly onProgress: (bytes: number) => void;
}

export interface UploadRequest {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

export interface UploadReply {
  readonly status: number;
  readonly statusText: string;
  /** Null where it is not JSON. */
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

/** What of a watch a request needs: one that is not to be broken off has no signal. */
export type RequestWatch = Pick<UploadWatch, 'me'> & Partial<UploadWatch>;

/**
 * So long nothing may move before a request is given up: the path may have ended without a word. What has left is in buffers on the
 * way, which a slow one needs a minute for. Milliseconds.
 */
const longestSilence = 120_000;

/** Not by `fetch`, which does not say how far it is. Rejects, with an ApiError, where no reply comes, and where it is called off. */
export function requestUpload(
  { method, path, headers, body }: UploadRequest,
  { me, signal, onProgress }: RequestWatch,
): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(unreachable());
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [header, value] of Object.entries({ ...headers, ...expectedUserHeaders(me) }))
      request.setRequestHeader(header, value);
    const abort = () => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, longestSilence);
    };
    request.upload.onprogress = ({ loaded }) => {
      wait();
      onProgress?.(loaded);
    };
    request.onprogress = wait;
    request.onload = () => resolve(replyOf(request));
    request.onerror = request.onabort = () => reject(unreachable());
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    request.send(body ?? null);
    wait();
  });
}

function replyOf(request: XMLHttpRequest): UploadReply {
  const { status, statusText, responseText } = request;
  const header = (name: string) => request.getResponseHeader(name);
  return { status, statusText, header, body: parsed(responseText) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function refusalOf({ status, statusText, body, header }: UploadReply): ApiError {
  return apiErrorOf({ status, statusText, body, retryAfter: header('retry-after') });
}

/** Only a reply of the route's own shape says that the file is there. */
export function attachmentOf(reply: UploadReply): Attachment {
  if (reply.status >= 300) throw refusalOf(reply);
  const body = reply.body as Partial<Attachment> | null;
  if (typeof body?.id !== 'string') throw unreachable();
  return body as Attachment;
}
