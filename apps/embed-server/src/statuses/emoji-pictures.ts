const emojiClasses = new Set(['emoji', 'smiley', 'wp-smiley']);

/** Blogs and forums send an emoji as a picture whose description it is. */
export function isEmojiPicture(attributes: Readonly<Record<string, string>>): boolean {
  return attributes['class']?.split(/\s+/).some((name) => emojiClasses.has(name)) ?? false;
}
