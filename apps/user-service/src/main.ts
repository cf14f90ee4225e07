import { runService } from '@triptych/service-host';
import { buildApp } from './app.js';
import { compose } from './compose.js';
import { configSchema } from './config.js';
import { openServiceDatabase } from './database.js';

await runService({
  name: 'user-service',
  moduleUrl: import.meta.url,
  configSchema,
  async start({ config, logger, server }) {
    const parts = await compose(config, logger);
    const app = await buildApp(parts, server);
    return { app, checks: parts.checks, close: () => parts.close() };
  },
  commands: {
    async migrate({ config, logger }) {
      const database = await openServiceDatabase(config, logger);
      try {
        const migrations = await database.migrate();
        logger.info({ migrations }, 'the database is up to date');
      } finally {
        await database.close();
      }
    },
  },
});
