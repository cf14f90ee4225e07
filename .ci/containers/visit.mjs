// What a visitor meets at the gateway, and that a message travels from one replica of social-app to the other.
// Runs in a container beside the gateway; the three names lead to it, its authority is trusted.
import assert from 'node:assert/strict';
import { resolve4 } from 'node:dns/promises';
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { converse, signIn } from '../conversation.mjs';

const embed = 'https://embed.localhost';
const users = 'https://users.localhost';
const social = 'https://social.localhost';

async function json(url, init) {
  const response = await fetch(url, init);
  assert.equal(response.status, 200, `${url} answered ${response.status}`);
  return response.json();
}

/** The status that a request with a `Host` of its own choice gets. */
async function statusFor(host) {
  const request = https
    .request({
      host: 'embed.localhost',
      servername: 'embed.localhost',
      headers: { host },
    })
    .end();
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

async function everyNameAnswers() {
  for (const origin of [embed, users, social]) {
    const described = await fetch(`${origin}/openapi.json`);
    assert.ok((await described.json()).openapi);
    assert.equal(described.headers.get('content-encoding'), 'gzip');
    assert.equal(described.headers.get('strict-transport-security'), 'max-age=31536000');
    assert.equal((await fetch(`${origin}/-/health`)).status, 404, 'the ops port stays inside');
    const plain = await fetch(origin.replace('https', 'http'), { redirect: 'manual' });
    assert.equal(plain.status, 308);
    assert.equal(plain.headers.get('location'), `${origin}/`);
  }
  assert.ok((await json(`${embed}/version`)).version);
  assert.equal((await fetch(`${social}/chats`)).status, 200, 'the web client is in the image');
  console.log('three names by TLS, plain http led to it, ops ports out of reach');
}

async function otherHostsAreMisdirected() {
  assert.equal(await statusFor('embed.localhost'), 200);
  assert.equal(await statusFor('elsewhere.example.org'), 421);
  assert.equal((await fetch('http://other.localhost/')).status, 421);
  await assert.rejects(fetch('https://other.localhost/'), 'no certificate for an unknown name');
  console.log('an unknown host gets 421');
}

async function http2IsSpoken() {
  const session = http2.connect(users);
  const request = session.request({ ':path': '/openapi.json' });
  const [headers] = await once(request, 'response');
  assert.equal(headers[':status'], 200);
  assert.equal(session.alpnProtocol, 'h2');
  request.resume();
  await once(request, 'close');
  session.destroy();
  console.log('HTTP/2');
}

async function aUserIsRegistered() {
  const made = await json(`${users}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ FullName: 'Ada Lovelace', Email: 'ada@example.org' }),
  });
  assert.deepEqual(await json(`${users}/users/ada@example.org`), made);
  console.log('a user registered and found');
}

/** Opens an event stream, as far as its beginning: what is sent from then on is in it. */
async function openStream(origin, cookie) {
  const response = await fetch(`${origin}/api/events`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(20_000),
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-encoding'), null, 'a compressed stream would wait');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const until = async (text) => {
    while (!seen.includes(text)) {
      const { done, value } = await reader.read();
      assert.ok(!done, `the stream ended without "${text}": ${seen}`);
      seen += value;
    }
  };
  await until('event: ready');
  return { until };
}

async function aMessageTravels() {
  await converse(social, 'through the gateway');
  const replicas = await resolve4('social-app');
  assert.equal(replicas.length, 2, `replicas: ${replicas}`);
  const [one, other] = replicas.map((address) => `http://${address}:8082`);
  const [alice, bob] = [await signIn(social, 'Alice'), await signIn(social, 'Bob')];

  const streams = [];
  for (const origin of [one, other, social]) streams.push(await openStream(origin, bob.cookies()));
  const sent = await fetch(`${other}/api/message/send`, {
    method: 'POST',
    headers: { cookie: alice.cookies(), 'content-type': 'application/json', origin: social },
    body: JSON.stringify({ chatId: `${alice.id}--${bob.id}`, text: 'from the other replica' }),
  });
  assert.equal(sent.status, 200, await sent.text());
  for (const stream of streams) await stream.until('from the other replica');
  console.log('a message sent to one replica arrived at the other, and through the gateway');
}

await everyNameAnswers();
await otherHostsAreMisdirected();
await http2IsSpoken();
await aUserIsRegistered();
await aMessageTravels();
process.exit(0);
