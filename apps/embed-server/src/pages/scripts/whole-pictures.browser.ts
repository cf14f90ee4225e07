// Shows a picture whole in its place when it is pressed and the card crops it; a second press, or Escape, crops it again. The
// focus stays where it is. One that is whole opens by itself, as without this script.

import { pressedLink } from './pressed-link.browser.js';

const isCropped = ({ naturalWidth, naturalHeight, clientWidth, clientHeight }: HTMLImageElement) =>
  Math.abs((naturalWidth * clientHeight) / (naturalHeight * clientWidth) - 1) > 0.02;

function show(link: Element, isWhole: boolean): void {
  link.classList.toggle('whole', isWhole);
  link.setAttribute('aria-expanded', String(isWhole));
}

addEventListener('click', (event) => {
  const link = pressedLink(event, '.media>a');
  const image = link?.querySelector('img');
  if (!link || !image) return;
  const isWhole = link.matches('.whole');
  if (!isWhole && !isCropped(image)) return;
  event.preventDefault();
  show(link, !isWhole);
});

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') for (const link of document.querySelectorAll('.whole')) show(link, false);
});
