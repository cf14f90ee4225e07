import { runService } from '@triptych/service-host';
import { buildApp } from './app.js';
import { compose } from './compose.js';
import { checkConfig, configSchema } from './config.js';

await runService({
  name: 'embed-server',
  moduleUrl: import.meta.url,
  configSchema,
  checkConfig,
  async start({ config, server }) {
    const parts = compose(config, server);
    const app = await buildApp(parts, server);
    return { app, close: () => parts.close() };
  },
});
