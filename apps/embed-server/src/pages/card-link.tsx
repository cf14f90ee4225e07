import type { PostCard } from './post.js';

/** The preview of a link. */
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
        <p class="soft">{card.host}</p>
        <p class="title">{card.title}</p>
        {card.description && <p class="soft">{card.description}</p>}
      </div>
    </a>
  );
}
