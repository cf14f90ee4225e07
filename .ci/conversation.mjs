// What two people do in two browsers: sign in at the local provider, become friends, exchange a message.
import assert from 'node:assert/strict';

/** A browser by script: cookies by host and name, redirects followed by hand. */
function createBrowser() {
  const jars = new Map();

  async function go(url, init = {}) {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map();
    jars.set(host, jar);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: cookiesFor(url) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, ...value] = line.split(';', 1)[0].split('=');
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }

  /** Follows redirects; gives the last response and where it was. */
  async function visit(url, init) {
    let response = await go(url, init);
    for (let hop = 0; hop < 12 && response.headers.has('location'); hop += 1) {
      url = new URL(response.headers.get('location'), url).href;
      response = await go(url);
    }
    return { response, url };
  }

  /** What it would send to `url` in the header of that name. */
  const cookiesFor = (url) =>
    [...(jars.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

  return { go, visit, cookiesFor };
}

const form = (fields) => ({ method: 'POST', body: new URLSearchParams(fields) });

/** Signs in at social-app as `name`, the way its own page does; gives calls on that person's behalf. */
export async function signIn(social, name) {
  const browser = createBrowser();
  const { csrfToken } = await (await browser.go(`${social}/api/auth/csrf`)).json();
  const asked = await browser.visit(
    `${social}/api/auth/signin/oidc`,
    form({ csrfToken, callbackUrl: social }),
  );
  assert.match(asked.url, /\/interaction\//, 'the provider asks who one is');
  await browser.visit(asked.url, form({ name }));

  const get = async (path) => {
    const response = await browser.go(`${social}${path}`);
    assert.equal(response.status, 200, `GET ${path} as ${name}: ${response.status}`);
    return response.json();
  };
  const post = async (path, body) => {
    const response = await browser.go(`${social}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: social },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, `POST ${path} as ${name}: ${await response.text()}`);
  };
  const session = await get('/api/auth/session');
  assert.equal(session?.user?.email, `${name.toLowerCase()}@example.test`, 'the session is theirs');
  const { id, email } = session.user;
  return { id, email, get, post, cookies: () => browser.cookiesFor(social) };
}

/** Alice asks, Bob accepts, Alice writes; Bob reads it. */
export async function converse(social, text) {
  const alice = await signIn(social, 'Alice');
  const bob = await signIn(social, 'Bob');
  await alice.post('/api/friends/add', { email: bob.email });
  await bob.post('/api/friends/accept', { id: alice.id });
  await alice.post('/api/message/send', { chatId: `${alice.id}--${bob.id}`, text });
  await assertRead(bob, alice.id, text);
}

/** The message is there for a Bob who signs in anew. */
export async function reread(social, text) {
  const bob = await signIn(social, 'Bob');
  const { friends } = await bob.get('/api/friends');
  assert.equal(friends.length, 1, 'Bob still has his friend');
  await assertRead(bob, friends[0].id, text);
}

async function assertRead(bob, aliceId, text) {
  const { messages } = await bob.get(`/api/messages?chatId=${aliceId}--${bob.id}`);
  assert.equal(messages.at(-1)?.text, text, 'Bob reads what Alice wrote');
}
