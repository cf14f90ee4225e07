import { faultText, useWords } from '../words/words.js';

export interface LoadFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In the place of what could not be loaded. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const words = useWords();
  return (
    <div className="notice" role="alert">
      <p>{faultText(words, error)}</p>
      <button className="button" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
