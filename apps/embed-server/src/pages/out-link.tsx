import type { ComponentChildren } from 'preact';

/** A link that leaves the page. */
export function OutLink(props: {
  readonly href: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <a href={props.href} class={props.class} target="_blank" rel="nofollow noopener noreferrer">
      {props.children}
    </a>
  );
}
