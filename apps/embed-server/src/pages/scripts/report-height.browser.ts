// Tells the owner of the frame how high the page is: amp-iframe's way unasked; on request also that of Mastodon's
// `setHeight` and that of iframe-resizer, whose messages are `[iFrameSizer]id:height:width:why`.

const root = document.documentElement;
let sent = 0;
let asked: { readonly id: unknown } | null = null;
let sizer: string | undefined;

function report(always = false): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (!always && height === sent) return;
  sent = height;
  const send = (message: unknown) => parent.postMessage(message, '*');
  send({ sentinel: 'amp', type: 'embed-size', height });
  if (asked) send({ type: 'setHeight', id: asked.id, height });
  if (sizer) send(`${sizer}:${height}:${root.clientWidth}:size`);
}

interface Question {
  readonly type?: unknown;
  readonly id?: unknown;
}

addEventListener('message', ({ source, data }: MessageEvent<string | Question | null>) => {
  if (source !== parent || !data) return;
  if (typeof data === 'object' && data.type === 'setHeight') asked = { id: data.id };
  else if (typeof data === 'string' && /^\[iFrameSizer\][^:]+:/.test(data))
    sizer = data.split(':')[0];
  else return;
  report(true);
});
new ResizeObserver(() => report()).observe(root);
addEventListener('toggle', () => report(), true);
addEventListener('load', () => report(true));

export {};
