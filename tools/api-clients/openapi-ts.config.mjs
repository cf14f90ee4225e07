// The second generated client of each service; `npx nx run api-clients:generate` writes both.
const services = ['embed-server', 'social-app', 'user-service'];

export default services.map((service) => ({
  input: `../../apps/${service}/openapi.json`,
  output: { path: `src/generated/${service}`, module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'warn', file: false },
}));
