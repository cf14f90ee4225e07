import type { ComponentChildren } from 'preact';
import type { DocumentParts, View } from './document.js';
import { wordsIn } from './locale.js';
import type { PageOptions } from './page.js';
import { PostArticle } from './post-article.js';
import { mediaSources, type Post, postLabel, postTitle } from './post.js';
import { previewOfPost } from './preview.js';
import { quotationOf } from './quotation.js';

export interface ShownPosts {
  /** That was asked for. */
  readonly shown: Post;
  /** With those beside it. */
  readonly all: readonly Post[];
}

/** Around the body, which shows `all`. */
export type ViewOf<Options> = (
  body: ComponentChildren,
  posts: ShownPosts,
  options: Options,
) => View;

/** Around a body that shows posts. `parts` is what their network alone knows. */
export function viewOfPosts(
  body: ComponentChildren,
  { shown, all }: ShownPosts,
  options: PageOptions,
  parts: Partial<DocumentParts> = {},
): View {
  const words = wordsIn(options.language);
  return {
    body,
    quotation: quotationOf(shown, words),
    document: {
      title: postTitle(shown, words),
      heading: postLabel(shown, words),
      preview: previewOfPost(shown, words),
      canonical: shown.permalink,
      referrer: 'no-referrer',
      media: all.flatMap(mediaSources),
      ...parts,
    },
  };
}

/** Of a post by itself, in the frame of its network. */
export function viewOfPost<Options extends PageOptions>(
  post: Post,
  options: Options,
  viewOf: ViewOf<Options>,
): View {
  const shown = { ...post, snapshot: options.snapshot ?? null };
  const body = <PostArticle post={shown} words={wordsIn(options.language)} />;
  return viewOf(body, { shown, all: [shown] }, options);
}
