// Behind an address in a path stands what is asked of it: `.html` and `.amp` are this server's, and the last of them counts. An
// address that has such an ending of its own, of which nothing more is asked than its JSON, has the dot percent-encoded
// (`%2Ehtml`). Routers decode it, so such an address gets an end that they keep and URLs ignore: an empty fragment.

const ownEnding = /%2E(?:html|amp)\/?$/i;

/** Whether a path, as it was sent, ends with the ending of an address. */
export function endsWithAddress(path: string): boolean {
  return ownEnding.test(path);
}

/** Such a path in one segment. Throws URIError where it cannot be decoded. */
export function wholeAddress(path: string): string {
  return encodeURIComponent(`${decodeURIComponent(path.replace(/\/$/, ''))}#`);
}
