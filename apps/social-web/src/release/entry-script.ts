/** Path of the first script of this document, which is another one in each release; none in development. */
export function entryScript(): string | undefined {
  const entry = document.querySelector<HTMLScriptElement>('script[src^="/assets/"]');
  return entry ? new URL(entry.src).pathname : undefined;
}
