import { loadConfig } from '@triptych/service-host';
import { configSchema } from './config.js';

describe('the environment', () => {
  it('needs nothing: ports 8080 and 2000, an embedded database', () => {
    expect(loadConfig(configSchema, {})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      HEALTH_PORT: 2000,
      DATA_DIR: 'data/user-service',
      EMAIL_UNIQUENESS: 'exact',
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://h/d'],
    ['EMAIL_UNIQUENESS', 'lower'],
    ['PORT', '99999'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadConfig(configSchema, { [name]: value })).toThrow(name);
  });
});
