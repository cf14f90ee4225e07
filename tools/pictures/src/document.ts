import { chapters, type Kind } from './kinds.js';

const introduction = `# What embeds look like

Pages of embed-server at 320, 550 and 800 px, in light and dark, as a reader without any setting sees them. What they
show is recorded or written (\`tools/upstream-player/recordings\`); all pictures in them are drawings of our own.
\`npx nx run pictures:draw\` draws them anew.`;

const picture = ({ name, title }: Kind) =>
  `### ${title}\n\n` +
  (['light', 'dark'] as const)
    .map((theme) => `![${title}, ${theme}](pictures/embeds/${name}-${theme}.webp)`)
    .join('\n\n');

/** Markdown of `docs/embeds.md`. */
export function embedsPage(): string {
  const parts = chapters.map(
    ({ title, kinds }) => `## ${title}\n\n${kinds.map(picture).join('\n\n')}`,
  );
  return `${[introduction, ...parts].join('\n\n')}\n`;
}
