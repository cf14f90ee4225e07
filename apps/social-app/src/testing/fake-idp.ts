import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

/** A provider that lies on demand. The test is the person: it calls `authorize` instead of a page. */
export interface FakeIdp {
  readonly issuer: string;
  readonly key: CryptoKey;
  /** Merged over an honest id_token; undefined takes a claim out. */
  claims: JWTPayload;
  /** Replaces the signature. */
  sign: (claims: JWTPayload) => Promise<string> | string;
  userinfo: Record<string, unknown> | null;
  /** Merged over an honest reply of the token endpoint. */
  token: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** How many times the token endpoint was asked. */
  exchanges: number;
  /** Where the client's secret came at the last exchange. */
  secretIn: 'header' | 'body' | null;
  /** Takes the authorization URL and gives the way back with a code. */
  authorize(url: string): URL;
  /** From here on it is honest. */
  reset(): void;
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly clientId: string | null;
}

export async function startFakeIdp(port = 0): Promise<FakeIdp> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grants = new Map<string, Grant>();
  const honest = () => ({
    claims: {},
    sign: (claims: JWTPayload) => sign(claims, privateKey),
    userinfo: null,
    token: {},
    metadata: {},
  });
  const idp: FakeIdp = {
    issuer,
    key: privateKey,
    ...honest(),
    exchanges: 0,
    secretIn: null,
    authorize: (url) => grant(grants, issuer, url),
    reset: () => void Object.assign(idp, honest()),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
  const documents: Record<string, (request: IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({ ...discovery(issuer), ...idp.metadata }),
    '/jwks': () => ({ keys: [jwk] }),
    '/userinfo': () => idp.userinfo,
    '/token': (request) => exchange(idp, grants, request),
  };
  server.on('request', (request, response) => {
    void reply(documents[request.url ?? ''], request, response);
  });
  return idp;
}

async function reply(
  document: ((request: IncomingMessage) => unknown) | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await document?.(request);
  response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
}

function grant(grants: Map<string, Grant>, issuer: string, href: string): URL {
  const { searchParams: asked } = new URL(href);
  const code = randomUUID();
  grants.set(code, {
    challenge: asked.get('code_challenge'),
    nonce: asked.get('nonce'),
    clientId: asked.get('client_id'),
  });
  const back = new URL(asked.get('redirect_uri') ?? '');
  const state = asked.get('state') ?? '';
  back.search = new URLSearchParams({ code, state, iss: issuer }).toString();
  return back;
}

async function exchange(
  idp: FakeIdp,
  grants: Map<string, Grant>,
  request: IncomingMessage,
): Promise<object | null> {
  idp.exchanges += 1;
  const form = new URLSearchParams(await readText(request));
  idp.secretIn = form.has('client_secret') ? 'body' : 'header';
  const code = form.get('code') ?? '';
  const verifier = form.get('code_verifier') ?? '';
  const granted = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (granted?.challenge !== challenge) return null;
  // Through JSON, so that a claim set to undefined is gone.
  const text = JSON.stringify({ ...honestClaims(idp.issuer, granted), ...idp.claims });
  const idToken = await idp.sign(JSON.parse(text) as JWTPayload);
  return { access_token: 'an-access-token', token_type: 'Bearer', id_token: idToken, ...idp.token };
}

function honestClaims(issuer: string, { nonce, clientId }: Grant) {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: clientId,
    nonce,
    sub: 'someone',
    iat: seconds,
    exp: seconds + 300,
    name: 'Someone',
    email: 'someone@example.test',
    email_verified: true,
  };
}

export function sign(claims: JWTPayload, key: CryptoKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
