import { create } from 'content-disposition';
import type { OpenedFile } from './attachments.js';

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** What is no picture, film or sound is only ever saved. */
export function dispositionOf({ attachment, type }: Pick<OpenedFile, 'attachment' | 'type'>) {
  const { kind, name } = attachment;
  const shown = kind === 'file' ? 'attachment' : 'inline';
  const filename = name === null ? undefined : withEnding(name, type);
  return create(filename, { type: shown });
}

/** A picture may have been drawn as another type than its name says. */
function withEnding(name: string, type: string): string {
  const ending = endings[type];
  if (ending === undefined) return name;
  const hasIt = new RegExp(`\\.(?:${ending}${ending === 'jpg' ? '|jpeg' : ''})$`, 'i').test(name);
  return hasIt ? name : `${name.replace(/\.\w{1,5}$/, '')}.${ending}`;
}
