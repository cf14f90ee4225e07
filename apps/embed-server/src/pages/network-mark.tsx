import type { Network } from './post.js';

// Drawn for this server, each on a square of 24: they tell at a glance where a post is from. The words beside them say it.
const butterfly =
  'M12 11C10.5 7.5 7 3.8 4 2.7 2 2 1 2.9 1 5c0 2.5.5 5.6 1.3 6.9C3.3 13.5 5 14 7.5 13.8 4.5 14.4 3 16 4.8 18.5c3 4 5.9 2 7.2-2.5 1.3 4.5 4.2 6.5 7.2 2.5 1.8-2.5.3-4.1-2.7-4.7 2.5.2 4.2-.3 5.2-1.9C22.5 10.6 23 7.5 23 5c0-2.1-1-3-3-2.3-3 1.1-6.5 4.8-8 8.3z';

const filled: Readonly<Record<'x' | 'bluesky', string>> = {
  x: 'M2 3h6.2l5 6.7L19 3h2.4l-7.1 8.2L22 21h-6.2l-5.3-7.1L4.3 21H1.9l7.5-8.7zm3.4 1.7L16.6 19.3h2L7.4 4.7z',
  bluesky: butterfly,
};

/** The mark of the network that a post is from. Those of the fediverse share one: five servers, each linked to all others. */
export function NetworkMark({ network }: { readonly network: Network }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      {network === 'fediverse' ? (
        <>
          <path
            class="web"
            d="M12 4l8 6-3 10H7L4 10M12 4l5 16M12 4L7 20M4 10h16M7 20l13-10M4 10l13 10"
          />
          <path class="nodes" d="M12 4h0M20 10h0M17 20h0M7 20h0M4 10h0" />
        </>
      ) : (
        <path d={filled[network]} fill-rule="evenodd" />
      )}
    </svg>
  );
}
