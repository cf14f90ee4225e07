import type { Message } from './chats.js';

/** A file of a message. */
export type Attachment = NonNullable<Message['attachments']>[number];
export type AttachmentKind = Attachment['kind'];

/** Of a picture as it is kept, or of the longer side of at most 360 or 1280 pixels. */
export function attachmentPath(id: string, size?: 'small' | 'medium'): string {
  return `/api/attachments/${id}${size ? `?size=${size}` : ''}`;
}

/** The whole file; null where the server does not give it. */
export async function readAttachment(id: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const reply = await fetch(attachmentPath(id), { signal });
  return reply.ok ? reply.arrayBuffer() : null;
}

/** `away`: nobody can say now, there is no way to the server. */
export type Presence = 'there' | 'gone' | 'away';

/**
 * Whether the server still gives the file to this person. An element that shows one is told nothing but that it failed; and what
 * replies in the place of the server says nothing of the file.
 */
export async function findAttachment({ id, type }: Attachment): Promise<Presence> {
  const path = attachmentPath(id);
  const reply = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  const sent = reply?.headers.get('content-type') ?? '';
  if (reply?.ok && sent.startsWith(type)) return 'there';
  return reply?.status === 404 && sent.startsWith('application/problem+json') ? 'gone' : 'away';
}
