import { EmbedFrame } from './embed-frame.browser.js';
import { pathOf } from './frame-address.browser.js';

class EmbedTweet extends EmbedFrame {
  protected readonly pathOf = pathOf.tweet;
  protected readonly frameName = () => 'Post on X';
}

class EmbedMastodon extends EmbedFrame {
  protected readonly pathOf = pathOf.mastodon;
  protected readonly frameName = () => {
    const url = this.getAttribute('status') ?? this.getAttribute('href') ?? '';
    return URL.canParse(url) ? `Post on ${new URL(url).host}` : 'Post';
  };
}

const hosts = new Map([
  ['youtube', 'YouTube'],
  ['vimeo', 'Vimeo'],
  ['facebook', 'Facebook'],
]);

class EmbedVideo extends EmbedFrame {
  protected readonly pathOf = pathOf.video;
  protected readonly frameName = () => {
    const host = hosts.get(this.getAttribute('type') ?? '');
    return host === undefined ? 'Video' : `Video on ${host}`;
  };
}

const elements = {
  'embed-tweet': EmbedTweet,
  'embed-mastodon': EmbedMastodon,
  'embed-video': EmbedVideo,
};

for (const [name, element] of Object.entries(elements)) {
  // A page may load the module from two servers; the first wins.
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
