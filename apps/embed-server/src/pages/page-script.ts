/**
 * The one script of every page. It reports the height to the owner of the frame (amp-iframe's way; on request also that of
 * Mastodon's `setHeight` and that of iframe-resizer, whose messages are `[iFrameSizer]id:height:width:why`), shows times in the reader's zone, puts words in place of pictures that do not come, and replaces a poster by its player when clicked;
 * browsers that play no HLS open the post instead of one.
 * Plain JavaScript without data of the page, so that its hash is the same everywhere.
 */
export const pageScript = `(() => {
  const root = document.documentElement;
  let sent = 0, asked = null, sizer = null;
  const report = (always) => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (!always && height === sent) return;
    sent = height;
    parent.postMessage({ sentinel: 'amp', type: 'embed-size', height }, '*');
    if (asked) parent.postMessage({ type: 'setHeight', id: asked.id, height }, '*');
    if (sizer) parent.postMessage(sizer + ':' + height + ':' + root.clientWidth + ':size', '*');
  };
  addEventListener('message', (event) => {
    const { source, data } = event;
    if (source !== parent || !data) return;
    if (data.type === 'setHeight') asked = { id: data.id };
    else if (typeof data === 'string' && /^\\[iFrameSizer\\][^:]+:/.test(data)) sizer = data.split(':')[0];
    else return;
    report(true);
  });
  new ResizeObserver(() => report()).observe(root);
  addEventListener('toggle', () => report(), true);
  addEventListener('load', () => report(true));
  const gone = (image) => {
    if (image.matches('.emoji')) image.replaceWith(image.alt);
    else if (image.matches('.avatar,.card img,.frame img')) image.style.visibility = 'hidden';
  };
  addEventListener('error', ({ target }) => target.matches?.('img') && gone(target), true);
  for (const image of document.images) if (image.complete && !image.naturalWidth) gone(image);
  const zone = new Intl.DateTimeFormat(root.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) time.textContent = zone.format(new Date(time.dateTime));
  const build = (link) => {
    const { play, source } = link.dataset;
    const name = link.getAttribute('aria-label');
    if (play === 'frame') {
      return Object.assign(document.createElement('iframe'), {
        title: name, allow: 'autoplay; fullscreen; encrypted-media; picture-in-picture',
        referrerPolicy: 'strict-origin-when-cross-origin', src: source,
      });
    }
    const loop = play === 'gif';
    const player = Object.assign(document.createElement(play === 'audio' ? 'audio' : 'video'), {
      controls: true, autoplay: true, playsInline: true, loop, muted: loop,
    });
    player.setAttribute('aria-label', name);
    for (const src of source.split(' ')) player.append(Object.assign(document.createElement('source'), { src }));
    player.lastChild.addEventListener('error', () => {
      delete link.dataset.play;
      player.replaceWith(link);
    });
    return player;
  };
  addEventListener('click', (event) => {
    const link = event.target.closest('a[data-play]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (/\\.m3u8$/.test(link.dataset.source) && !document.createElement('video').canPlayType('application/vnd.apple.mpegurl')) return;
    event.preventDefault();
    const player = build(link);
    player.className = 'player';
    player.tabIndex = 0;
    link.replaceWith(player);
    player.focus();
  });
})();`;

// What a player of any provider needs besides: it has a sandbox, and some want to know the hosts of the pages around them.
const sandboxes = `(() => {
  addEventListener('click', (event) => {
    const link = event.target.closest('a[data-play]');
    const frame = document.createElement('iframe');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const url = new URL(link.dataset.source);
    const { parents } = link.dataset;
    const pages = parents ? [location.href, ...(location.ancestorOrigins ?? [document.referrer])] : [];
    const hosts = pages.flatMap((page) => (URL.canParse(page) ? new URL(page).hostname : []));
    for (const host of new Set(hosts)) url.searchParams.append(parents, host);
    frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
    Object.assign(frame, {
      title: link.getAttribute('aria-label'), className: 'player', tabIndex: 0,
      allow: 'autoplay; fullscreen; encrypted-media; picture-in-picture',
      referrerPolicy: 'strict-origin-when-cross-origin', src: parents ? url.href : link.dataset.source,
    });
    link.replaceWith(frame);
    frame.focus();
    event.stopImmediatePropagation();
  });
})();`;

/** The one script of every page that opens players of any provider; its own listener is the first. */
export const sandboxScript = `${sandboxes}\n${pageScript}`;
