// Replaces a poster by its player when pressed; browsers that play no HLS open the post instead of one.

import { permissions, pressedLink } from './pressed-link.browser.js';

function frame(link: HTMLAnchorElement, title: string): HTMLElement {
  return Object.assign(document.createElement('iframe'), {
    title,
    allow: permissions,
    referrerPolicy: 'strict-origin-when-cross-origin',
    src: link.dataset['source'],
  });
}

function film(link: HTMLAnchorElement, name: string): HTMLElement {
  const { play, source = '' } = link.dataset;
  const loop = play === 'gif';
  const player = document.createElement(play === 'audio' ? 'audio' : 'video');
  Object.assign(player, { controls: true, autoplay: true, playsInline: true, loop, muted: loop });
  player.setAttribute('aria-label', name);
  for (const src of source.split(' '))
    player.append(Object.assign(document.createElement('source'), { src }));
  player.lastChild?.addEventListener('error', () => {
    delete link.dataset['play'];
    player.replaceWith(link);
  });
  return player;
}

function isUnplayable(source: string): boolean {
  const hls = 'application/vnd.apple.mpegurl';
  return /\.m3u8$/.test(source) && !document.createElement('video').canPlayType(hls);
}

addEventListener('click', (event) => {
  const link = pressedLink(event);
  if (!link || isUnplayable(link.dataset['source'] ?? '')) return;
  event.preventDefault();
  const name = link.getAttribute('aria-label') ?? '';
  const player = (link.dataset['play'] === 'frame' ? frame : film)(link, name);
  player.className = 'player';
  player.tabIndex = 0;
  link.replaceWith(player);
  player.focus();
});
