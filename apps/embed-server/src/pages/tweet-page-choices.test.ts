import { read, words } from './testing/reading.js';
import { options, photo, tweet } from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';

const page = (parts: Parameters<typeof tweet>[0]) => read(renderTweetPage(tweet(parts), options));

it('a repost says whose it is, and asks for the images as what was asked for', () => {
  const author = tweet().author && { ...tweet().author!, name: 'Bob <b>' };
  const $ = page({ repost: { id: '77', author }, media: [photo()] });
  expect(words($, '.post > .soft:first-child')).toBe('Bob <b> reposted');
  expect($('.media img').attr('src')).toBe('/tweet/77/images/0');
  expect($('.source').attr('href')).toMatch(/\/ada_lovelace_1815\/status\/1629307668568633344$/);
});

it('a card is not shown beside media', () => {
  const card = {
    url: 'https://react.dev/',
    title: 'T',
    description: null,
    domain: null,
    size: 'small',
    image: null,
  } as const;
  expect(page({ card })('.card')).toHaveLength(1);
  expect(page({ card, media: [photo()] })('.card')).toHaveLength(0);
});

it.each([
  ['blue', 'Verified account'],
  ['legacy', 'Verified account'],
  ['business', 'Verified organisation'],
  ['government', 'Verified government account'],
] as const)('a mark of the kind %s is called %s', (verified, label) => {
  const author = tweet().author && { ...tweet().author!, verified };
  expect(page({ author })('.author svg').attr('aria-label')).toBe(label);
});

it('what is cut ends in an ellipsis, with the way to the rest below', () => {
  const $ = page({ text: 'Long', isLongCut: true });
  expect(words($, '.text')).toBe('Long…');
  expect($('.text + a').text()).toBe('Show more');
});
