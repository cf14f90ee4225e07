import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@triptych/free-port';
import { createPortPicker } from './ports.js';
import { apps, environmentFor, planService } from './services.js';

const app = (name: string) => {
  const found = apps.find((one) => one.name === name);
  if (!found) throw new Error(`no app ${name}`);
  return found;
};

describe('the environment of an app', () => {
  const env = {
    PATH: '/bin',
    LOG_LEVEL: 'debug',
    PORT: '1',
    DATABASE_URL: 'postgres://all',
    USER_SERVICE_DATABASE_URL: 'postgres://users',
    SOCIAL_APP_LOG_LEVEL: 'warn',
  };

  it('takes what is meant for it alone, without the prefix', () => {
    expect(environmentFor(app('user-service'), env)).toMatchObject({
      PATH: '/bin',
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://users',
    });
    expect(environmentFor(app('social-app'), env)).toMatchObject({ LOG_LEVEL: 'warn' });
  });

  it('does not share what cannot be shared', () => {
    const seen = environmentFor(app('embed-server'), env);
    expect(seen).not.toHaveProperty('PORT');
    expect(seen).not.toHaveProperty('DATABASE_URL');
  });
});

describe('ports', () => {
  it('are the preferred ones when free, else free ones, and never picked twice', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const pick = createPortPicker();
    const other = await pick(port);
    expect(other).not.toBe(port);
    expect(await pick(other)).not.toBe(other);
    taken.close();
    await once(taken, 'close');
    expect(await createPortPicker()(port)).toBe(port);
  });
});

describe('the plan of a service', () => {
  const surroundings = { root: '/repo', dataRoot: '/repo/data', env: {} };

  it('names its data folder, its ports and its public address', async () => {
    const plan = await planService(app('user-service'), async (port) => port + 1, surroundings);
    expect(plan.env).toMatchObject({
      DATA_DIR: '/repo/data/user-service',
      PORT: '8081',
      HEALTH_PORT: '2001',
      PUBLIC_URL: 'http://localhost:8081',
    });
    expect(plan.arguments).toEqual(['/repo/apps/user-service/dist/main.js']);
  });

  it('lets the caller choose another port and another public address', async () => {
    const env = { SOCIAL_APP_PORT: '9000', SOCIAL_APP_PUBLIC_URL: 'https://me.example.test' };
    const plan = await planService(app('social-app'), async (port) => port, {
      ...surroundings,
      env,
    });
    expect(plan.env).toMatchObject({ PORT: '9000', PUBLIC_URL: 'https://me.example.test' });
  });

  it('lets social-app fetch the pictures of the local provider, unless the caller says more', async () => {
    const issuer = 'http://127.0.0.1:8090';
    const plan = (env: NodeJS.ProcessEnv) =>
      planService(app('social-app'), async (port) => port, { ...surroundings, env, issuer });
    expect((await plan({})).env).toMatchObject({
      OIDC_ISSUER: issuer,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1:8090',
    });
    const own = { OUTBOUND_ALLOW_HOSTS: 'pictures.test' };
    expect((await plan(own)).env).toMatchObject(own);
  });

  it('hands the upstream player to embed-server alone', async () => {
    const settings = {
      YOUTUBE_IMAGE_URL: 'http://127.0.0.1:8091',
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1:8091',
    };
    const player = { settings };
    const pick = async (port: number) => port;
    const embed = await planService(app('embed-server'), pick, { ...surroundings, player });
    expect(embed.env['OUTBOUND_ALLOW_HOSTS']).toBe('127.0.0.1:8091');
    expect(embed.env['YOUTUBE_IMAGE_URL']).toBe('http://127.0.0.1:8091');
    const users = await planService(app('user-service'), pick, { ...surroundings, player });
    expect(users.env).not.toHaveProperty('OUTBOUND_ALLOW_HOSTS');
  });
});
