import { isValidElement, type ComponentChildren } from 'preact';
import type { Post } from './post.js';
import type { Words } from './words.js';

const LONGEST = 80;

/** What the post is called by those who do not see it. */
export function postLabel({ author, place }: Post, words: Words): string {
  return author ? words.messages.postBy(author.plainName, place) : place;
}

/** `Name (@handle): first words`, for the document's title; what a warning hides is not for the title. */
export function postTitle(post: Post, words: Words): string {
  const { author } = post;
  const handle = author?.handle ? ` (${author.handle})` : '';
  const who = author ? `${author.plainName}${handle}` : words.messages.viewOn(post.place);
  const letters = Array.from(
    flat(post.warning ?? post.text)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (letters.length === 0) return who;
  const text = letters.length > LONGEST ? [...letters.slice(0, LONGEST), '…'] : letters;
  return `${who}: ${text.join('')}`;
}

const blocks = new Set<unknown>(['p', 'br', 'li', 'pre', 'blockquote', 'ul', 'ol']);

/** The words of rendered text: emoji by their names, blocks apart. */
function flat(children: ComponentChildren): string {
  if (Array.isArray(children)) return children.map(flat).join('');
  if (isValidElement(children)) {
    const props = children.props as { alt?: unknown; children?: ComponentChildren };
    const own = typeof props.alt === 'string' ? props.alt : flat(props.children);
    return blocks.has(children.type) ? ` ${own} ` : own;
  }
  return typeof children === 'string' ? children : '';
}
