/**
 * A language tag fit for a `lang` attribute, or nothing: X has codes of its own (`und`, `zxx`, `qme`, `art`), and
 * instances send what their users' software made up.
 */
export function contentLanguage(tag: string | null): string | undefined {
  if (tag === null || !/^(?!und$|zxx$|art$|q)[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)) {
    return undefined;
  }
  return tag;
}
