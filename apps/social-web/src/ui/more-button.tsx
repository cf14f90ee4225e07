import { useEffect, useRef, type RefObject } from 'react';

interface MoreButtonProps {
  readonly text: string;
  /** The number of rows. */
  readonly count: number;
  /** Around the rows, each with `data-row`. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/**
 * Fetches the next page. The focus moves to the first row of it, so that reading goes on there and the focus is not lost
 * when the button disappears with the last page.
 */
export function MoreButton({ text, count, frame, pages }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const askedAt = useRef<number>(undefined);
  useEffect(() => {
    const first = askedAt.current;
    if (first === undefined || count <= first) return;
    askedAt.current = undefined;
    const hasFocus = [document.body, button.current].includes(
      document.activeElement as HTMLElement,
    );
    if (hasFocus) frame.current?.querySelectorAll<HTMLElement>('[data-row]')[first]?.focus();
  }, [count, frame]);

  function fetchMore(): void {
    if (pages.isFetchingNextPage) return;
    askedAt.current = count;
    void pages.fetchNextPage();
  }

  if (!pages.hasNextPage) return null;
  return (
    <button
      className="button"
      ref={button}
      aria-disabled={pages.isFetchingNextPage}
      onClick={fetchMore}
    >
      {text}
    </button>
  );
}
