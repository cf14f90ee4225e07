// What a message says in a line: its words, or which files it is.
import type { Attachment, AttachmentKind } from '../api/attachments.js';
import type { Texts } from '../texts/en.js';

/** A quote knows of the files of its message what they are, and nothing more. */
type Named = Pick<Attachment, 'kind' | 'name'> | AttachmentKind;

interface Content {
  readonly text: string;
  readonly attachments?: readonly Named[] | undefined;
}

export function messageWords({ text, attachments }: Content, texts: Texts): string {
  return text || attachments === undefined ? text : filesWords(attachments, texts);
}

export function filesWords(files: readonly Named[], { files: texts }: Texts): string {
  const [first] = files;
  // Gone with the account of their sender.
  if (first === undefined) return texts.gone;
  if (files.length === 1) return fileWords(first, texts);
  const kinds = files.map(kindOf);
  const kind = kinds.every((one) => one === kinds[0]) ? kinds[0]! : 'file';
  return texts[kind](files.length);
}

/** Of a file that is not sent yet, by its media type. */
export function kindOfType(type: string): AttachmentKind {
  const [kind] = type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

const kindOf = (file: Named) => (typeof file === 'string' ? file : file.kind);

function fileWords(file: Named, texts: Texts['files']): string {
  const kind = kindOf(file);
  if (typeof file === 'string') return texts[kind](1);
  // What somebody has spoken here has no name.
  if (kind === 'audio' && file.name === null) return texts.voice;
  const isNamed = kind === 'file' || kind === 'audio';
  return isNamed && file.name !== null ? texts.named(texts[kind](1), file.name) : texts[kind](1);
}
