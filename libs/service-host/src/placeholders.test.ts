import { placeholderFaults } from './placeholders.js';

const own = 'b5d1f0c4a7e94f0f8f6f3c2d1e0a9b8c';

it.each([
  ['SESSION_SECRET', 'replace-by-at-least-32-random-characters'],
  ['SESSION_SECRET', 'change-me-change-me-change-me-change-me'],
  ['SESSION_SECRET', 'x'.repeat(32)],
  ['OIDC_CLIENT_SECRET', '<your secret>'],
  ['API_KEYS', `${own}, your-key`],
  ['TWITTER_BEARER_TOKEN', 'TODO'],
  ['REDIS_URL', 'rediss://:replace@redis.data:6379'],
  ['REDIS_URL', `redis+sentinel://:${own}@a:1,b:2/main?sentinel_password=changeme`],
  ['DATABASE_URL', 'postgres://service:replace@postgres.data:5432/service?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://postgres:postgres@a:5432,b:5432/postgres'],
  ['DATABASE_URL', 'postgres://service@host/service?password=Password'],
])('%s=%s is refused outside of development alone', (name, value) => {
  const fault = `${name} holds a placeholder, not a secret; choose one of your own`;
  expect(placeholderFaults({ APP_ENV: 'production', [name]: value })).toEqual([fault]);
  expect(placeholderFaults({ APP_ENV: 'development', [name]: value })).toEqual([]);
});

it.each([
  ['SESSION_SECRET', own],
  ['API_KEYS', `${own} test-${own}`],
  ['DATABASE_URL', `postgres://postgres:${own}@host:5432/postgres`],
  ['DATABASE_URL', 'postgres://postgres@host:5432/replace'],
  ['REDIS_URL', 'redis://redis:6379/0'],
  ['LOG_LEVEL', 'default'],
])('%s=%s is not', (name, value) => {
  expect(placeholderFaults({ APP_ENV: 'production', [name]: value })).toEqual([]);
});
