import { EmbedFrame } from './embed-frame.browser.js';
import { pathOf, type ReadAttribute } from './frame-address.browser.js';

const hosts = new Map([
  ['youtube', 'Video on YouTube'],
  ['vimeo', 'Video on Vimeo'],
  ['facebook', 'Video on Facebook'],
]);

/** For each element, how its frame is called. */
const frameNames = {
  tweet: () => 'Post on X',
  mastodon: (read: ReadAttribute) => {
    const url = read('status') ?? read('href') ?? '';
    return URL.canParse(url) ? `Post on ${new URL(url).host}` : 'Post';
  },
  bluesky: () => 'Post on Bluesky',
  media: (read: ReadAttribute) => {
    const url = read('href') ?? '';
    return URL.canParse(url) ? `Content of ${new URL(url).host}` : 'Content';
  },
  video: (read: ReadAttribute) => hosts.get(read('type') ?? '') ?? 'Video',
};

for (const kind of ['tweet', 'mastodon', 'bluesky', 'video', 'media'] as const) {
  const name = `embed-${kind}`;
  class Embed extends EmbedFrame {
    protected readonly pathOf = pathOf[kind];
    protected readonly frameName = frameNames[kind];
  }
  // A page may load the module from two servers; the first wins.
  if (customElements.get(name) === undefined) customElements.define(name, Embed);
}
