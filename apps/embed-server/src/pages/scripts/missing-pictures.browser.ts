// Puts words in place of pictures that do not come.

function replace(image: HTMLImageElement): void {
  if (image.matches('.emoji')) image.replaceWith(image.alt);
  else if (image.matches('.avatar,.card img,.frame img')) image.style.visibility = 'hidden';
}

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement) replace(target);
  },
  true,
);
for (const image of document.images) if (image.complete && !image.naturalWidth) replace(image);

export {};
