import type { ComponentChildren } from 'preact';
import { usePictureAttributes, usePicturePath, usePlayer, useTarget } from './place.js';
import type { PostCard } from './post.js';

/** A link that leaves the page. */
export function OutLink(props: {
  readonly href: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <a href={props.href} class={props.class} {...useTarget()} rel="nofollow noopener noreferrer">
      {props.children}
    </a>
  );
}

/**
 * A poster's button. Without script it is a link to the video; with it, the page's script puts the player in its
 * place. Nothing is asked of a third party before that.
 */
export function PlayLink(props: {
  readonly play: 'video' | 'gif' | 'frame' | 'sandbox';
  readonly label: string;
  readonly href: string;
  /** Addresses for the player, separated by spaces; `null`: a link is all there is. */
  readonly source: string | null;
  /** The parameter in which the player wants the host of each page around it. */
  readonly parents?: string | undefined;
}) {
  return (
    <a
      class="play"
      href={props.href}
      {...usePlayer(props)}
      aria-label={props.label}
      {...useTarget()}
      rel={props.play === 'frame' ? 'noopener' : 'nofollow noopener noreferrer'}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3v18l16-9z" />
      </svg>
    </a>
  );
}

/** The preview of a link. */
export function CardLink({ card }: { readonly card: PostCard }) {
  const attributes = usePictureAttributes();
  const pathOf = usePicturePath();
  return (
    <a
      class={card.large ? 'card large' : 'card small'}
      href={card.href}
      {...useTarget()}
      rel="nofollow noopener noreferrer"
    >
      {card.image && (
        <img
          src={pathOf(card.image.path)}
          alt={card.image.alt ?? ''}
          width={card.image.width ?? undefined}
          height={card.image.height ?? undefined}
          {...attributes}
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
