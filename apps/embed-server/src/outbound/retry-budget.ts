export interface RetryBudget {
  /** A call was made: it earns a tenth of a retry. */
  earn(): void;
  /** Whether one more retry may be made; it is then spent. */
  spend(): boolean;
}

const [most, earned] = [10, 0.1];

/** A host that is down gets a tenth more calls, not twice as many. */
export function createRetryBudget(): RetryBudget {
  let left = most;
  return {
    earn: () => void (left = Math.min(most, left + earned)),
    spend: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
