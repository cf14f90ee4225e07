const replies: string[] = [];

/** Notes a reply that the API document does not have; the set-up file fails the test in which it came. */
export function noteUndocumented(reply: string): void {
  replies.push(reply);
}

/** What was noted since the last call. */
export function takeUndocumented(): string[] {
  return replies.splice(0);
}
