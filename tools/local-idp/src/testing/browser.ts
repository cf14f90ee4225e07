/** The parts of a browser that a scripted sign-in needs: cookies, and redirects one at a time. */
export function createBrowser() {
  const cookies = new Map<string, string>();

  function keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0] ?? '';
      const at = pair.indexOf('=');
      const gone = /expires=Thu, 01 Jan 1970/i.test(line);
      if (gone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function go(url: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    keep(response);
    return response;
  }

  /** Follows redirects while they stay at `origin`; returns the last response and the address it points to. */
  async function followWithin(origin: string, url: string, form?: Record<string, string>) {
    let response = await go(url, form);
    let at = url;
    for (let hop = 0; hop < 10; hop += 1) {
      const next = response.headers.get('location');
      if (next === null) return { response, at, leftFor: null };
      const target = new URL(next, at);
      if (target.origin !== origin) return { response, at, leftFor: target };
      at = target.href;
      response = await go(at);
    }
    throw new Error('too many redirects');
  }

  return { go, followWithin };
}
