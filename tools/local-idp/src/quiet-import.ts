// oidc-provider tells that Node 20 is old and that its memory store forgets. Both are known and wanted
// here; any other warning still gets through.
const known = ['Unsupported runtime', 'in-memory adapter'];

const isKnown = (message: unknown) =>
  typeof message === 'string' && known.some((text) => message.includes(text));

/** Runs `work` while the two known warnings of oidc-provider are held back. */
export async function withoutKnownWarnings<T>(work: () => Promise<T> | T): Promise<T> {
  const warn = console.warn;
  console.warn = (...parts: unknown[]) => {
    if (!isKnown(parts[0])) warn(...parts);
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
