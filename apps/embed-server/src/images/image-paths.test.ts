import { statusImagePaths, tweetImagePaths, videoPosterPath } from './image-paths.js';

describe('image paths', () => {
  it('address the images of a tweet and of the tweet it quotes', () => {
    const paths = tweetImagePaths('20');
    expect(paths.profile).toBe('/tweet/20/profile-image');
    expect(paths.link).toBe('/tweet/20/link-image');
    expect(paths.image(3)).toBe('/tweet/20/images/3');
    expect(paths.quoted.profile).toBe('/tweet/20/quoted/profile-image');
    expect(paths.quoted.image(0)).toBe('/tweet/20/quoted/images/0');
  });

  it('keep a status URL in one piece and stand below the public path', () => {
    const paths = statusImagePaths('https://a.example/@b/1', '/embeds');
    expect(paths.profile).toBe('/embeds/mastodon/https%3A%2F%2Fa.example%2F%40b%2F1/profile-image');
    expect(paths.emoji('blob cat')).toContain('/emojis/blob%20cat');
    expect(paths.quoted.emoji('x')).toContain('/quoted/emojis/x');
  });

  it('carry the secret of an unlisted video', () => {
    expect(videoPosterPath('youtube', '-abc')).toBe('/video/youtube/-abc-poster-image');
    expect(videoPosterPath('vimeo', '1', { hash: 'a&b', base: '/e' })).toBe(
      '/e/video/vimeo/1-poster-image?h=a%26b',
    );
  });
});
