interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const upload = /^\/api\/attachments\/uploads\/[^/?]+\/?(?:\?|$)/;
const overriding = ['PATCH', 'DELETE'];

/**
 * The method that a request is meant to have: tus demands that `X-HTTP-Method-Override` is heeded, for clients behind a proxy that
 * knows no PATCH or DELETE. Only for an upload, and only of POST, so that what needs no check of its origin becomes nothing that
 * does; the route that it leads to checks as ever.
 */
export function methodOf({ method, url, headers }: Asked): string | undefined {
  const { 'x-http-method-override': meant } = headers;
  if (method !== 'POST' || typeof meant !== 'string' || !overriding.includes(meant)) return method;
  return upload.test(url ?? '') ? meant : method;
}
