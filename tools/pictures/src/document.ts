import type { Link } from '@triptych/upstream-player';

const introduction = `# What embeds look like

Pages of embed-server at 320, 550 and 800 px, in light and dark, as a reader without any setting sees them. What they
show is recorded or written (\`tools/upstream-player/recordings\`); all pictures in them are drawings of our own.
\`npx nx run pictures:draw\` draws them anew.

The marks of networks in the corner of a card are drawn for this project. They say where a post is from, as the link below it
does; names and marks of X, Bluesky and others are trademarks of their owners, who have no part in this project.

## Beside the networks' own embeds

Bluesky's embed is open source, and so could be built and measured without the internet. Of the others, which load scripts from
their own hosts, no picture is here, and their numbers are what others have measured and published (X: builder.io and kevmo314;
YouTube: css-irl.info; Mastodon: stefanbohacek; as read in November 2026). Ours are limits that a test keeps for every recording.

| embed    | of the network                                                                                            | here                                              |
| -------- | --------------------------------------------------------------------------------------------------------- | ------------------------------------------------- |
| Bluesky  | measured: 178 kB in gzip (172 kB of script, 853 kB unpacked; 4 kB of style), 6 requests, and its pictures | ≤ 15 kB, ≤ 6 kB in gzip, 1 request, its pictures  |
| X        | published: 460–600 kB transferred, 1.4–1.6 MB of script, 27 requests                                      | the same                                          |
| Mastodon | published: 300 kB of script (2 MB unpacked), 50 kB of style, some 500 kB of fonts                         | the same                                          |
| YouTube  | published: more than 1.2 MB of script, before a press                                                     | the same; after a press, YouTube's player as well |

Left Bluesky's embed, right the page here, at 550 px, of the same recorded replies: its page of 19 January 2026 (\`bskyembed\` of
social-app at 4f01d4cc8, its dependencies as locked there) was built unchanged and served on loopback in November 2026, with these
recordings in the place of its API.

![A post with a picture, Bluesky's embed and the page here, light](pictures/embeds/beside-bluesky-light.webp)

![A post with a picture, Bluesky's embed and the page here, dark](pictures/embeds/beside-bluesky-dark.webp)

![A quote with a link card, Bluesky's embed and the page here, light](pictures/embeds/beside-bluesky-quote-light.webp)

![A quote with a link card, Bluesky's embed and the page here, dark](pictures/embeds/beside-bluesky-quote-dark.webp)

What they do, as their own documentation and source say (middle of 2026), and what is done here:

| what                                         | the network's own embed                       | here                                              |
| -------------------------------------------- | --------------------------------------------- | ------------------------------------------------- |
| height of the frame, by oEmbed               | X, Bluesky, Mastodon: none, a script finds it | that of the post, without a script                |
| without scripts                              | X, Bluesky: words and a link                  | the whole post; by \`html=script\` words and a link |
| before a press                               | the network's host knows the reader           | this server alone                                 |
| a film on Bluesky that a label is about      | shown; the label covers pictures and cards    | covered                                           |
| a quote on Bluesky that its author took back | nothing                                       | a line that says so                               |`;

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
