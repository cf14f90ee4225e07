import { attachmentPath, type Attachment } from '../api/attachments.js';

/** The sizes of a picture among which the browser chooses, by their widths; the picture itself where it is wanted whole. */
export function pictureSources({ id, width, sizes }: Attachment, { isWhole = false } = {}) {
  const smaller = sizes.map(({ name, width: w }) => `${attachmentPath(id, nameOf(name))} ${w}w`);
  const whole = isWhole && width !== null ? [`${attachmentPath(id)} ${width}w`] : [];
  const srcSet = [...smaller, ...whole].join(', ');
  const src = attachmentPath(id, isWhole || sizes.length === 0 ? undefined : 'medium');
  return { src, ...(smaller.length > 0 && { srcSet }) };
}

const nameOf = (name: string) => (name === 'small' ? 'small' : 'medium');
