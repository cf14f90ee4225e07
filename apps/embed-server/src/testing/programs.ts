import type { Program } from './program.js';
import { posts } from './program-posts.js';
import { works } from './program-works.js';

/** What programs of the fediverse send. */
export const programs: readonly Program[] = [...posts, ...works];
