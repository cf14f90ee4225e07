import { runService } from '@triptych/service-host';
import { buildApp } from './app.js';
import { commands } from './commands.js';
import { compose } from './compose.js';
import { checkConfig, configSchema } from './config.js';

await runService({
  name: 'social-app',
  moduleUrl: import.meta.url,
  configSchema,
  checkConfig,
  async start({ config, logger, server }) {
    const parts = await compose(config, {
      log: logger,
      redis: server.redis,
      metrics: server.metrics,
      moduleUrl: import.meta.url,
    });
    const app = await buildApp(parts, server);
    return { app, checks: parts.checks, close: () => parts.close() };
  },
  commands,
});
