import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ServiceError } from '@triptych/schemas';
import { createHttpClient, type HttpClient, type HttpResponse } from './index.js';
import type { HttpRequest } from './http-client.js';

// A server that writes what it likes onto the wire, beside what node:http would let it.
let server: Server;
let client: HttpClient;
let play: (socket: Socket) => void;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => play(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  client = createHttpClient({ userAgent: 'triptych-test/1', allowHosts: ['127.0.0.1'] });
});
afterEach(() => client.close());
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

function get(options: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  return client.request({ url: url(), accept: '*/*', deadline: 800, ...options });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'a reply',
    (thrown: unknown) => thrown,
  );
  return error instanceof ServiceError ? error.code : String(error);
}

/** Writes the same again and again, as fast as it is read, until the other side goes. */
function endlessly(start: string, piece: string) {
  return (socket: Socket) => {
    socket.write(start);
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) continue;
    };
    socket.on('drain', more);
    more();
  };
}

/** One character in ten milliseconds. */
function dripping(start: string, character: string) {
  return (socket: Socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(character), 10);
    socket.on('close', () => clearInterval(timer));
  };
}

const ok = 'HTTP/1.1 200 OK\r\n';

describe('what never ends, ends with the deadline or before, and is not kept', () => {
  const cases: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['header fields', endlessly(ok, `x-${'a'.repeat(500)}: b\r\n`)],
    ['one header field', endlessly(`${ok}x: `, 'a'.repeat(1000))],
    ['a header name', endlessly(ok, 'a'.repeat(1000))],
    ['a reason phrase', endlessly('HTTP/1.1 200 ', 'a'.repeat(1000))],
    ['informational replies', endlessly('', 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['early hints', endlessly('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')],
    ['trailers', endlessly(`${ok}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`, 'x: y\r\n')],
    ['a chunk extension', endlessly(`${ok}transfer-encoding: chunked\r\n\r\n1;`, 'a'.repeat(1000))],
    ['a chunk size', endlessly(`${ok}transfer-encoding: chunked\r\n\r\n`, '0'.repeat(1000))],
    ['bytes that are no HTTP', endlessly('', '\r\n'.repeat(500))],
    ['slow headers', dripping(`${ok}x: `, 'a')],
    ['slow informational replies', dripping('HTTP/1.1 102 P\r\n\r\nHTTP/1.1 200 ', 'a')],
    ['a slow chunk size', dripping(`${ok}transfer-encoding: chunked\r\n\r\n`, '0')],
  ];

  it.each(cases)('%s', async (_name, handler) => {
    play = handler;
    const before = process.memoryUsage();
    const startedAt = performance.now();
    const code = await codeOf(get());
    expect(['upstream_malformed', 'upstream_timeout', 'upstream_unreachable']).toContain(code);
    // Far above the deadline: what goes on for ever is meant, not a machine that had no processor to spare for seconds.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    const after = process.memoryUsage();
    // What was read and dropped is still counted until it is collected.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100e6);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(100e6);
  });

  it('a body of tiny chunks', async () => {
    play = endlessly(`${ok}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'.repeat(1000));
    expect(['response_too_large', 'upstream_timeout']).toContain(
      await codeOf(get({ maxBytes: 300_000 })),
    );
  });
});

describe('a body that is not whole is no reply', () => {
  const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
  const half = (encoded: Buffer, name: string) => (socket: Socket) => {
    const body = encoded.subarray(0, encoded.length - 6);
    socket.write(`${ok}content-encoding: ${name}\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.end(body);
  };
  const text = Buffer.from('the quick brown fox '.repeat(500));

  const cases: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['shorter than its length', (socket) => socket.end(`${ok}content-length: 9\r\n\r\nhalf`)],
    ['without its last chunk', (socket) => socket.end(`${chunked}4\r\nhalf\r\n`)],
    ['that ends within a chunk', (socket) => socket.end(`${chunked}9\r\nhalf`)],
    [
      'without the end of its trailers',
      (socket) => socket.end(`${chunked}1\r\na\r\n0\r\nx: y\r\n`),
    ],
    [
      'with two lengths',
      (socket) => socket.end(`${ok}content-length: 4\r\ncontent-length: 5\r\n\r\nhalf`),
    ],
    [
      'with a length that is no number',
      (socket) => socket.end(`${ok}content-length: 4x\r\n\r\nhalf`),
    ],
    ['with a negative length', (socket) => socket.end(`${ok}content-length: -4\r\n\r\nhalf`)],
    [
      'with a length and chunks',
      (socket) => socket.end(`${ok}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\nhalf`),
    ],
    [
      'that is reset',
      (socket) =>
        socket.write(`${ok}content-length: 9\r\n\r\nhalf`, () => socket.resetAndDestroy()),
    ],
    ['of half a gzip', half(gzipSync(text), 'gzip')],
    ['of half a brotli', half(brotliCompressSync(text), 'br')],
  ];

  it.each(cases)('%s', async (_name, handler) => {
    play = handler;
    expect(['upstream_malformed', 'upstream_unreachable']).toContain(await codeOf(get()));
  });

  it('one that only the end of the connection ends is marked', async () => {
    const lengths = { close: '', none: 'connection: close\r\n', length: 'content-length: 4\r\n' };
    const seen: unknown[] = [];
    for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
      for (const header of Object.values(lengths)) {
        play = (socket) => void socket.end(`${version} 200 OK\r\n${header}\r\nbody`);
        const { body, isClosedByServer } = await get();
        seen.push([version, header, body.toString(), isClosedByServer]);
      }
    }
    play = (socket) => void socket.end(`${chunked}4\r\nbody\r\n0\r\n\r\n`);
    const { isClosedByServer } = await get();
    expect(isClosedByServer).toBe(false);
    expect(seen).toEqual(
      ['HTTP/1.0', 'HTTP/1.1'].flatMap((version) => [
        [version, lengths.close, 'body', true],
        [version, lengths.none, 'body', true],
        [version, lengths.length, 'body', false],
      ]),
    );
  });

  it('nothing of a longer body is taken for the next reply', async () => {
    play = (socket) =>
      socket.write(`${ok}content-length: 4\r\n\r\nbody${ok}content-length: 1\r\n\r\nx`);
    for (let call = 0; call < 3; call += 1) {
      const body = await get().then(
        (reply) => reply.body.toString(),
        () => 'body',
      );
      expect(body).toBe('body');
    }
  });
});

describe('a caller that wants little', () => {
  it('reads no body of a status that it does not want', async () => {
    play = endlessly('HTTP/1.1 404 Not Found\r\n\r\n', 'a'.repeat(10_000));
    const reply = await get({ wantsBody: (status) => status === 200 });
    expect([reply.status, reply.body.length]).toEqual([404, 0]);
  });

  it('may end the call at the start of the body, whatever pieces that comes in', async () => {
    class Refused extends ServiceError {
      constructor() {
        super('bad-upstream', 'refused', 'Refused.');
      }
    }
    let sent = 0;
    for (const size of [50, 1000, 10_000]) {
      play = (socket) => {
        endlessly(`${ok}content-length: 9000000\r\n\r\n`, 'a'.repeat(size))(socket);
        socket.on('close', () => (sent = socket.bytesWritten));
      };
      const starts: number[] = [];
      const checkStart = async (start: Buffer) => {
        starts.push(start.length);
        throw new Refused();
      };
      const options = { checkStart, maxBytes: 10_000_000, deadline: 10_000 };
      expect(await codeOf(get(options))).toBe('refused');
      expect(starts).toEqual([4100]);
    }
    expect(sent).toBeLessThan(5_000_000);
    const starts: string[] = [];
    play = (socket) => void socket.end(`${ok}content-length: 5\r\n\r\nshort`);
    await get({ checkStart: async (start) => void starts.push(start.toString()) });
    expect(starts).toEqual(['short']);
  });

  it('ends a body that is slower than it wants', async () => {
    const slowestBody = { bytes: 100, period: 100 };
    for (const start of ['', 'a'.repeat(5000)]) {
      play = dripping(`${ok}content-length: 90000\r\n\r\n${start}`, 'a');
      const startedAt = performance.now();
      expect(await codeOf(get({ slowestBody, deadline: 60_000 }))).toBe('upstream_timeout');
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    }
  });

  it('does not blame the server for the time in which it was busy itself', async () => {
    const pieces = Array.from({ length: 4 }, () => 'a'.repeat(5000));
    play = (socket) => {
      socket.write(`${ok}content-length: 20000\r\n\r\n`);
      for (const piece of pieces) socket.write(piece);
    };
    const beforePiece = () => new Promise<void>((resolve) => setTimeout(resolve, 150));
    const reply = await get({ slowestBody: { bytes: 1, period: 100 }, beforePiece });
    expect(reply.body.length).toBe(20_000);
  });
});
