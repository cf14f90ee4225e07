import { hostName } from './links.js';
import type { PostCard } from './post.js';

/** The preview of a link; the host shown is the one it leads to, not the one the card claims. */
export function CardLink({ card }: { readonly card: PostCard }) {
  return (
    <a
      class={card.large ? 'card large' : 'card small'}
      href={card.href}
      target="_blank"
      rel="nofollow noopener noreferrer"
    >
      {card.image && (
        <img
          src={card.image.path}
          alt={card.image.alt ?? ''}
          width={card.image.width ?? undefined}
          height={card.image.height ?? undefined}
        />
      )}
      <div dir="auto">
        <p class="soft">{hostName(card.href)}</p>
        <p class="title">{card.title}</p>
        {card.description && <p class="soft">{card.description}</p>}
      </div>
    </a>
  );
}
