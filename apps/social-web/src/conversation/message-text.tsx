import { lazy, Suspense } from 'react';

const LinkedText = lazy(() => import('./linked-text.js'));
/** Cheap and generous: the library decides what is a link. */
const mayHoldLink = /\S\.\S|\/\//;

/** Links are recognised by a library that is loaded once a text may hold one. */
export function MessageText({ text }: { readonly text: string }) {
  if (!mayHoldLink.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <LinkedText text={text} />
    </Suspense>
  );
}
