import { OutLink } from './links.js';
import type { Words } from './locale.js';
import { machineTime, type Post, type PostAction } from './post.js';

interface FooterProps {
  readonly post: Post;
  readonly words: Words;
  readonly isQuoted: boolean;
}

/**
 * When and where, and below it what one may do. A quoted post says the first alone: the rest is at its home. One beside another
 * has its counts in words, in one row.
 */
export function PostFooter({ post, words, isQuoted }: FooterProps) {
  const { messages } = words;
  const { createdAt, permalink, isBeside } = post;
  const items = isQuoted ? [] : footerItems(post, words);
  const hasSource = isQuoted ? createdAt === null : !isBeside;
  const edited = post.edited && <span>{messages.edited}</span>;
  return (
    <footer class="soft">
      <div>
        {createdAt && (
          <OutLink href={permalink}>
            <time datetime={machineTime(createdAt)}>{words.dayOrMoment(createdAt)}</time>
          </OutLink>
        )}
        {isBeside && items.map(({ icon, label }) => <span key={icon}>{label}</span>)}
        {isBeside && edited}
        {hasSource && (
          <OutLink href={permalink} class="source">
            {messages.viewOn(post.place)}
          </OutLink>
        )}
      </div>
      {!isBeside && !isQuoted && (items.length > 0 || edited) && (
        <div class="actions">
          {items.map((item) => (
            <FooterItem key={item.icon} item={item} />
          ))}
          {edited}
        </div>
      )}
    </footer>
  );
}

type Icon = PostAction | 'quote';

interface Item {
  /** Of which count or action it is. */
  readonly icon: Icon;
  /** Beside the icon. */
  readonly shown: string;
  /** For who does not see the icon. */
  readonly label: string;
  readonly href: string | null;
}

const kinds = {
  replies: 'reply',
  reposts: 'repost',
  boosts: 'repost',
  quotes: 'quote',
  likes: 'like',
  favourites: 'like',
} as const;
const order: readonly Icon[] = ['reply', 'repost', 'quote', 'like'];

/** Counts and actions, one for each icon: a count is the action's, where there is one. */
export function footerItems({ counts, actions, isBeside }: Post, words: Words): Item[] {
  const counted = new Map(counts.map((count) => [kinds[count.what], count]));
  return order.flatMap((icon) => {
    const count = counted.get(icon);
    const href = icon === 'quote' || isBeside ? null : (actions[icon] ?? null);
    if (count === undefined && href === null) return [];
    const verb = icon === 'quote' || href === null ? null : words.messages.actions[icon];
    const number = count && words.count(count.what, count.value);
    const label = verb && number ? `${verb} (${number})` : (verb ?? number ?? '');
    return [{ icon, shown: count ? words.number(count.value) : label, label, href }];
  });
}

function FooterItem({ item }: { readonly item: Item }) {
  const { icon, shown, label, href } = item;
  const inner = (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icons[icon]} />
      </svg>
      {shown !== label && <span aria-hidden="true">{shown}</span>}
      <span class={shown === label ? undefined : 'hidden'}>{label}</span>
    </>
  );
  return href === null ? <span>{inner}</span> : <OutLink href={href}>{inner}</OutLink>;
}

// Lines, on a square of 24.
const icons: Readonly<Record<Icon, string>> = {
  reply: 'M4 5h16v11h-9l-5 4v-4H4z',
  repost: 'M4 9l3-3 3 3M7 6v11h8M20 15l-3 3-3-3M17 18V7H9',
  quote: 'M10 13H5V7h5v6l-3 4M19 13h-5V7h5v6l-3 4',
  like: 'M12 20C5 14 3 11 4 8s6-4 8 0c2-4 7-3 8 0s-1 6-8 12z',
};
