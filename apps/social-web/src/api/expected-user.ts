// For whom this tab asks (ADR 0043). Tabs of a browser share the cookie: one of them may have signed another person in, and until the
// others hear of it they would write in that person's name, and read what is theirs. So each request says whom it is meant for, and
// the server refuses it, as one of nobody, in the session of anybody else.
const name = 'expected-user';

let expected: string | null = null;

/** Everything that is asked from now on is meant for this person; null: for whoever is signed in. */
export function expectUser(userId: string | null): void {
  expected = userId;
}

export function isExpected(userId: string): boolean {
  return expected === userId;
}

/** To send with a request, or in the query of an `EventSource`. */
export function expectedUserHeaders(userId = expected): Record<string, string> {
  return userId === null ? {} : { [name]: userId };
}
