import type { Link } from '@triptych/upstream-player';

const introduction = `# What embeds look like

Pages of embed-server at 320, 550 and 800 px, in light and dark, as a reader without any setting sees them. What they
show is recorded or written (\`tools/upstream-player/recordings\`); all pictures in them are drawings of our own.
\`npx nx run pictures:draw\` draws them anew.`;

/** By the names of their pictures. */
const chapters: readonly [title: string, names: RegExp][] = [
  ['Posts on X', /^tweet-/],
  ['Posts on Bluesky', /^bluesky-/],
  ['Posts in the fediverse', /^status-/],
  ['By ActivityPub and on Misskey', /^(ap-|misskey)/],
  ['Videos', /^video-/],
];

function section({ title, picture }: Link): string {
  const heading = title[0]?.toUpperCase() + title.slice(1);
  const images = ['light', 'dark'].map(
    (theme) => `![${heading}, ${theme}](pictures/embeds/${picture}-${theme}.webp)`,
  );
  return [`### ${heading}`, ...images].join('\n\n');
}

/** Markdown of `docs/embeds.md`. */
export function embedsPage(links: readonly Link[]): string {
  const parts = chapters.flatMap(([title, names]) => {
    const shown = links.filter(({ picture = '' }) => names.test(picture));
    return [`## ${title}`, ...shown.map(section)];
  });
  return `${[introduction, ...parts].join('\n\n')}\n`;
}
