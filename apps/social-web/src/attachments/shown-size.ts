import type { Attachment } from '../api/attachments.js';

/** Of the longer side of a picture or film in the conversation, in CSS pixels. */
const longest = 320;
/** What is narrower or flatter is cut. */
const [narrowest, flattest] = [0.45, 2.5];
const unknown = { width: longest, height: 180 };

/** The place that is kept for a picture or a film before it is there, as a style. */
export function shownSize(file: Pick<Attachment, 'width' | 'height'>) {
  const ratio = Math.min(flattest, Math.max(narrowest, ratioOf(file)));
  return { inlineSize: `${shownWidth(file)}px`, aspectRatio: `${ratio}` };
}

/** In CSS pixels. A small one is not stretched, but large enough to be pressed. */
export function shownWidth(file: Pick<Attachment, 'width' | 'height'>): number {
  const ratio = Math.max(narrowest, ratioOf(file));
  return Math.ceil(Math.max(96, Math.min(file.width ?? longest, longest, longest * ratio)));
}

function ratioOf({ width, height }: Pick<Attachment, 'width' | 'height'>): number {
  const size = width && height ? { width, height } : unknown;
  return size.width / size.height;
}
