import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AddressError, addressFaults, parseAddress } from './address.js';

it('reads several hosts, ports, escapes and parameters', () => {
  const address = parseAddress(
    'postgresql://us%40er:p%2Fa%23s%3Fs%25@a:1,[::1]:2,c/d%20b?target_session_attrs=read-write&schema=s&connection_limit=5&connect_timeout=3',
  );
  expect(address).toMatchObject({
    user: 'us@er',
    password: 'p/a#s?s%',
    hosts: [
      { host: 'a', port: 1 },
      { host: '::1', port: 2 },
      { host: 'c', port: undefined },
    ],
    database: 'd b',
    readWrite: true,
    schema: 's',
    poolSize: 5,
    connectTimeoutMs: 3000,
  });
});

it('leaves to `pg` what is not said', () => {
  const { hosts, user, password, database, ssl, readWrite } = parseAddress('postgres://');
  expect(hosts).toEqual([{ host: undefined, port: undefined }]);
  expect([user, password, database, ssl]).toEqual([undefined, undefined, undefined, undefined]);
  expect(readWrite).toBe(false);
});

it('reads lists in the query, and folders of Unix sockets', () => {
  expect(parseAddress('postgres:///d?host=a,b&port=1,2&user=u').hosts).toEqual([
    { host: 'a', port: 1 },
    { host: 'b', port: 2 },
  ]);
  expect(parseAddress('postgres://%2Frun%2Fpg/d').hosts).toEqual([
    { host: '/run/pg', port: undefined },
  ]);
});

it('makes settings of options, whose spaces may be escaped', () => {
  const options = encodeURIComponent(
    String.raw`-c work_mem=5MB -csearch_path=a\ b --lc-messages=C`,
  );
  const { settings } = parseAddress(`postgres://h/d?options=${options}&statement_timeout=7`);
  expect(settings).toEqual({
    work_mem: '5MB',
    search_path: 'a b',
    lc_messages: 'C',
    statement_timeout: '7',
  });
});

describe('TLS', () => {
  let folder: string;
  let pem: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-'));
    pem = join(folder, 'ca.pem');
    await writeFile(pem, 'PEM');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const tls = (query: string) => {
    const { ssl, plainToo } = parseAddress(`postgres://h/d?${query.replaceAll('PEM', pem)}`);
    if (typeof ssl !== 'object') return { ssl };
    const { rejectUnauthorized, checkServerIdentity, ca, cert, key } = ssl;
    const name = checkServerIdentity === undefined;
    return { plainToo, chain: rejectUnauthorized, name, pems: [ca, cert, key] };
  };
  const none = [undefined, undefined, undefined];

  it.each([
    ['sslmode=disable', { ssl: false }],
    ['sslmode=prefer', { plainToo: true, chain: false, name: true, pems: none }],
    ['sslmode=allow', { plainToo: true, chain: false, name: true, pems: none }],
    ['sslmode=require', { plainToo: false, chain: false, name: true, pems: none }],
    [
      'sslmode=require&sslrootcert=PEM',
      { plainToo: false, chain: true, name: false, pems: ['PEM', undefined, undefined] },
    ],
    [
      'sslmode=verify-ca&sslrootcert=PEM',
      { plainToo: false, chain: true, name: false, pems: ['PEM', undefined, undefined] },
    ],
    [
      'sslmode=verify-full&sslrootcert=PEM&sslcert=PEM&sslkey=PEM',
      { plainToo: false, chain: true, name: true, pems: ['PEM', 'PEM', 'PEM'] },
    ],
    [
      'sslrootcert=PEM',
      { plainToo: false, chain: true, name: true, pems: ['PEM', undefined, undefined] },
    ],
    ['sslmode=verify-full', { plainToo: false, chain: true, name: true, pems: none }],
    ['sslrootcert=system', { plainToo: false, chain: true, name: true, pems: none }],
    ['ssl=true', { plainToo: false, chain: true, name: true, pems: none }],
  ])('%s is understood as libpq understands it', (query, expected) => {
    expect(tls(query)).toEqual(expected);
  });
});

it('takes what libpq takes: a socket as the host, and what changes nothing here', () => {
  const hosts = [{ host: '/run/postgresql', port: 5433 }];
  const ignored = 'gssencmode=disable&keepalives=1&load_balance_hosts=random&client_encoding=UTF8';
  expect(parseAddress(`postgres://u@%2Frun%2Fpostgresql:5433/d?${ignored}`)).toMatchObject({
    hosts,
  });
  expect(parseAddress('postgres://u@/d?host=/run/postgresql&port=5433')).toMatchObject({ hosts });
});

describe('a fault of an address', () => {
  it.each([
    'postgres://u:sec/ret@h/d',
    'postgres://u:sec#ret@h/d',
    'postgres://u:sec?ret=x@h/d',
    'postgres://u:secret%zz@h/d',
    'postgres://u:secret@h:port/d',
    'postgres://u:secret@h:70000/d',
    'postgres://u:secret@h/d?unknown=secret',
    'postgres://u:secret@h/d?sslmode=secret',
    'postgres://u:secret@h/d?sslmode=verify-ca',
    'postgres://u:secret@h/d?sslrootcert=/none/secret',
    'postgres://u:secret@h/d?sslcert=/none/secret',
    'postgres://u:secret@h/d?sslkey=/none/secret',
    'postgres://u:secret@h/d?connection_limit=0',
    'postgres://u:secret@h/d?target_session_attrs=standby',
    'postgres://u:secret@h/d?options=secret',
  ])('is told with the name of the variable and no part of %s', (url) => {
    expect(() => parseAddress(url)).toThrow(AddressError);
    const [fault] = addressFaults('DATABASE_URL', url);
    expect(fault).toMatch(/^DATABASE_URL /);
    expect(fault).not.toMatch(/sec|ret\b|zz|70000/);
  });

  it('is none for what is right, or absent', () => {
    expect(addressFaults('DATABASE_URL', 'postgres://u:p@h/d')).toEqual([]);
    expect(addressFaults('DATABASE_URL', undefined)).toEqual([]);
    expect(() => parseAddress('http://u:secret@h/d')).toThrow(/^must be postgres:/);
  });
});
