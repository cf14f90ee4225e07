import { once } from 'node:events';
import { connect } from 'node:net';

// Messages as no library sends them, after RFC 9110 and RFC 9112, written onto the wire.

/** Its name, its bytes, and the statuses of which its reply may have one; none for a connection that is just closed. */
export type OddMessage = readonly [name: string, bytes: string, ...statuses: number[]];

const closing = 'connection: close\r\n';
const namesOf = (value: string) => `a host that is ${JSON.stringify(value)}`;

/** @param path is served to GET with a body, and to no other method */
export function oddMessages(path: string): OddMessage[] {
  return [...ofHosts(path), ...ofLines(path), ...ofHeaders(path), ...ofLengths(path)];
}

function writer(path: string) {
  const get = (headers: string, target = path, version = 'HTTP/1.1') =>
    `GET ${target} ${version}\r\nhost: a.example\r\n${headers}${closing}\r\n`;
  const post = (headers: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nhost: a.example\r\n${headers}${closing}\r\n${body}`;
  return {
    get,
    post,
    withHost: (host: string, version = 'HTTP/1.1') =>
      `GET ${path} ${version}\r\nhost:${host}\r\n${closing}\r\n`,
    withMethod: (method: string, target = path) => get('', target).replace('GET', method),
    chunked: (body: string) => post('transfer-encoding: chunked\r\n', body),
  };
}

function ofHosts(path: string): OddMessage[] {
  const { get, withHost } = writer(path);
  return [
    ...hosts.map((host): OddMessage => [namesOf(host), withHost(host), 200]),
    ...noHosts.flatMap((host): OddMessage[] => [
      [namesOf(host), withHost(host), 400],
      [`${namesOf(host)}, in HTTP/1.0`, withHost(host, 'HTTP/1.0'), 400],
    ]),
    ['no host', `GET ${path} HTTP/1.1\r\n${closing}\r\n`, 400],
    ['no host in HTTP/1.0', `GET ${path} HTTP/1.0\r\n\r\n`, 200],
    [
      'no host beside an absolute target',
      `GET http://a.example${path} HTTP/1.1\r\n${closing}\r\n`,
      400,
    ],
    ['two hosts', get('host: b.example\r\n'), 400],
    ['the same host twice', get('Host: a.example\r\n'), 400],
    ['two hosts in HTTP/1.0', get('HOST: b.example\r\n', path, 'HTTP/1.0'), 400],
  ];
}

function ofLines(path: string): OddMessage[] {
  const { get, withMethod } = writer(path);
  return [
    ...['miracles', '200-ok', '100-continued', ''].map((value): OddMessage => [
      `the expectation "${value}"`,
      get(`expect: ${value}\r\n`),
      417,
    ]),
    ['the expectation 100-continue', get('expect: 100-Continue\r\n'), 200],
    ['an expectation in HTTP/1.0', get('expect: 100-continue\r\n', path, 'HTTP/1.0'), 200],
    ...requestLines(path).map((line): OddMessage => {
      const bytes = `${line}\r\nhost: a.example\r\n${closing}\r\n`;
      return [`the request line ${JSON.stringify(line.slice(0, 60))}`, bytes, 400];
    }),
    ['an empty line before the request', `\r\n${get('')}`, 200],
    ['two spaces in the request line', get('').replace(' ', '  '), 200, 400],
    ['an absolute target', get('', `http://a.example${path}`), 200],
    ['HTTP/1.0', get('', path, 'HTTP/1.0'), 200],
    ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ...['PROPFIND', 'TRACE', 'PATCH', 'QUERY', 'M-SEARCH'].map((method): OddMessage => [
      method,
      withMethod(method),
      405,
    ]),
    ['OPTIONS', withMethod('OPTIONS'), 404, 405],
    ['HEAD', withMethod('HEAD'), 200],
    ['OPTIONS *', withMethod('OPTIONS', '*'), 404, 405],
    ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nhost: a.example:443\r\n\r\n', 400],
  ];
}

function ofHeaders(path: string): OddMessage[] {
  const { get } = writer(path);
  return [
    ...brokenHeaders.map((line): OddMessage => [
      `the header ${JSON.stringify(line)}`,
      get(`${line}\r\n`),
      400,
    ]),
    ...harmlessHeaders.map((line): OddMessage => [
      `the header ${JSON.stringify(line)}`,
      get(`${line}\r\n`),
      200,
    ]),
    ['a header of 20 kB', get(`x: ${'y'.repeat(20_000)}\r\n`), 431],
    ['a header of 2 MB', get(`x: ${'y'.repeat(2_000_000)}\r\n`), 431],
    ['3000 headers', get('x: y\r\n'.repeat(3000)), 200, 431],
    ['an address of 20 kB', get('', `${path}?${'x'.repeat(20_000)}`), 431],
  ];
}

function ofLengths(path: string): OddMessage[] {
  const { get, post, chunked } = writer(path);
  return [
    ['chunks in HTTP/1.0', chunked('0\r\n\r\n').replace('1.1', '1.0'), 400],
    ['two lengths', post('content-length: 1\r\ncontent-length: 2\r\n', 'x'), 400],
    ['a length and chunks', chunked('0\r\n\r\n').replace('\r\n', '\r\ncontent-length: 3\r\n'), 400],
    ...['-1', '+1', '0x1', '1,1', '1 1', 'x', '9'.repeat(30)].map((length): OddMessage => [
      `the length ${length}`,
      post(`content-length: ${length}\r\n`, 'x'),
      400,
    ]),
    ...['gzip', 'chunked, gzip', 'chunked, chunked', 'xchunked', 'identity'].map(
      (coding): OddMessage => [
        `the coding ${coding}`,
        post(`transfer-encoding: ${coding}\r\n`, '0\r\n\r\n'),
        400,
      ],
    ),
    ...[
      'x\r\n',
      '-1\r\n',
      '5 \r\nhello\r\n0\r\n\r\n',
      '5\nhello\n0\n\n',
      '5\r\nhello00\r\n\r\n',
    ].map((body): OddMessage => [`the chunks ${JSON.stringify(body)}`, chunked(body), 400, 405]),
    ['a request and no request', `${get('').replace(closing, '')}x\r\n\r\n`, 200],
  ];
}

const hosts = [
  ' a.example',
  'A.Example:8080',
  ' a.example: ',
  ' 127.0.0.1:80',
  ' [::1]:80',
  ' a_b-~!.',
  ' %41',
];
const noHosts = [
  '',
  ' ',
  ' a b',
  ' a/b',
  ' a@b',
  ' http://a',
  ' a:b',
  ' a:1:2',
  ' ::1',
  ' [::1',
  ' [zz]',
  ' [::1]x',
].concat([
  ' a\\b',
  ' <a>',
  ' a"b',
  ' %4',
  ' a?b',
  ' a#b',
  ' \xe4.example',
  ' {a}',
  ' a|b',
  ' a^b',
  ' a`b',
]);

const requestLines = (path: string) => [
  `BREW ${path} HTTP/1.1`,
  `get ${path} HTTP/1.1`,
  `GET ${path}`,
  `GET ${path} x HTTP/1.1`,
  `GET ${path} HTTP/2.0`,
  `GET ${path} HTTP/0.9`,
  `GET ${path} http/1.1`,
  `GET ${path} HTTP/11`,
  `GET${path} HTTP/1.1`,
  `GET ${path}\0 HTTP/1.1`,
  'GET',
  '{}',
];

const brokenHeaders = [
  'x',
  ': y',
  ' x: y',
  'x : y',
  'x y: z',
  'x: a\r\n b',
  'x: a\0b',
  'x: a\rb',
  'x\0: y',
  'x(y): z',
  'x\xe4: y',
];
const harmlessHeaders = [
  'connection: if-none-match, x',
  'connection: connection, host',
  'te: trailers, deflate;q=0.5',
  'trailer: x',
  'keep-alive: timeout=9',
  'proxy-connection: x',
  'connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: x',
  'accept: a\r\naccept: b',
  'accept: ,;=/',
  'user-agent: a\r\nuser-agent: b',
  'max-forwards: 0',
  'cache-control: no-transform, x="y',
  'x: \xff',
  'x:',
  'x: "\t"',
  'range: bytes=5-1',
  'if-modified-since: yesterday',
  'accept-encoding: *;q=0',
  'traceparent: 00-x',
  'x-forwarded-host: a b',
];

/** All bytes of the reply, once the connection is closed; throws after five seconds. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
  // A server may close before it has read all.
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  return reply;
}

/**
 * Sends every odd message, and returns what was not as it should be: another status than expected, an error that is no
 * problem, a connection that stays open.
 */
export async function findWrongReplies(port: number, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, bytes, ...statuses] of oddMessages(path)) {
    const reply = await sendBytes(port, bytes).catch(() => 'no end');
    const fault = faultOf(reply, statuses);
    if (fault !== null) found.push(`${name}: ${fault}`);
  }
  return found;
}

function faultOf(whole: string, statuses: readonly number[]): string | null {
  const reply = whole.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const [line = '', ...fields] = reply.split('\r\n\r\n', 1)[0]!.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0);
  if (statuses.length === 0 && reply === '') return null;
  if (!statuses.includes(status)) return `${line || reply} instead of ${statuses.join(' or ')}`;
  if (status < 400) return null;
  const headers = new Map(
    fields.map((field) => field.toLowerCase().split(': ') as [string, string]),
  );
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    return 'no problem';
  const body = reply.slice(reply.indexOf('\r\n\r\n') + 4);
  if (headers.get('content-length') !== String(body.length)) return 'another length';
  const problem = JSON.parse(body) as Record<string, unknown>;
  const isWhole = problem['status'] === status && problem['code'] && problem['detail'];
  return isWhole && problem['requestId'] === headers.get('x-request-id') ? null : `odd ${body}`;
}
