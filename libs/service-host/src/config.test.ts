import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { ConfigError, hostEnvironment, loadConfig } from './index.js';
import { findLeaks } from './testing/odd-secrets.js';

const schema = Type.Object({
  ...hostEnvironment({ port: 8080, healthPort: 2000 }),
  SECRET: Type.String({ minLength: 8 }),
});

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
  }
  throw new Error('no ConfigError');
}

function secretFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
  writeFileSync(file, content);
  return file;
}

describe('loadConfig', () => {
  it('fills in defaults and converts numbers', () => {
    const config = loadConfig(schema, { SECRET: '12345678', PORT: '9000' });
    expect(config).toMatchObject({ HOST: '127.0.0.1', PORT: 9000, HEALTH_PORT: 2000 });
  });

  it('takes an empty value as absent', () => {
    expect(loadConfig(schema, { SECRET: '12345678', PORT: '' }).PORT).toBe(8080);
  });

  it('reports every fault together, and no value', () => {
    const faults = faultsOf({ PORT: 'eighty', LOG_LEVEL: 'loud', SECRET: 'hunter2' });
    expect(faults.join('\n')).toMatch(/PORT[^]*LOG_LEVEL[^]*SECRET/);
    expect(faults.join('\n')).not.toMatch(/eighty|loud|hunter2/);
  });

  it('reports all faults, however many there are', () => {
    const names = Array.from({ length: 30 }, (_, n) => `NUMBER_${n}`);
    const numbers = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])));
    const load = () => loadConfig(numbers, Object.fromEntries(names.map((name) => [name, 'x'])));
    for (const name of names) expect(load).toThrow(`${name} must be integer`);
  });

  it('reports faults that depend on several values beside those of the schema', () => {
    const check = () => ['SECRET must not be PORT'];
    const load = () => loadConfig(schema, { PORT: 'eighty', SECRET: '12345678' }, check);
    expect(load).toThrow(/PORT must be integer[^]*SECRET must not be PORT/);
  });

  it('names what is missing', () => {
    expect(faultsOf({}).join()).toBe('SECRET must be set');
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const SECRET_FILE = secretFile('from-a-file\n');
    expect(loadConfig(schema, { SECRET_FILE }).SECRET).toBe('from-a-file');
  });

  it('refuses a value that is given both ways, and a file that is not there', () => {
    const SECRET_FILE = secretFile('from-a-file');
    expect(faultsOf({ SECRET: '12345678', SECRET_FILE }).join()).toMatch(/both set/);
    expect(faultsOf({ SECRET_FILE: '/nowhere' }).join()).toMatch(/cannot be read/);
  });

  it.each(['true', 'all', '*'])('never trusts every proxy: %s', (TRUST_PROXY) => {
    expect(faultsOf({ SECRET: '12345678', TRUST_PROXY }).join()).toMatch(/TRUST_PROXY/);
  });
});

describe('the search for leaks', () => {
  const own = Type.Object(hostEnvironment({ port: 8080, healthPort: 2000 }));

  it('finds none in what every service reads', () => {
    expect(findLeaks(own)).toEqual([]);
  });

  it('finds a fault that repeats a value, one without the name, and what is no fault of the environment', () => {
    const leaks = (fault: (host: string) => string) =>
      findLeaks(Type.Object({ HOST: Type.String() }), ({ HOST }) => [fault(HOST)]);
    expect(leaks((host) => `HOST ${host}`)[0]).toContain('holds the secret');
    expect(leaks(() => 'an address')[0]).toContain('does not name the variable');
    expect(leaks((host) => new URL(host).href)[0]).toContain('throws TypeError');
  });
});
