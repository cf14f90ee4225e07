import { runService } from '@triptych/service-host';
import { buildApp } from './app.js';
import { compose, openOwnDatabase } from './compose.js';
import { runReports } from './compose-reports.js';
import { checkConfig, configSchema } from './config.js';
import { findWebClient } from './http/web-client-root.js';

await runService({
  name: 'social-app',
  moduleUrl: import.meta.url,
  configSchema,
  checkConfig,
  async start({ config, logger, server }) {
    const parts = await compose(config, { log: logger, redis: server.redis });
    const app = await buildApp(parts, server, findWebClient(import.meta.url));
    return { app, checks: parts.checks, close: () => parts.close() };
  },
  commands: {
    async migrate({ config, logger }) {
      const database = await openOwnDatabase(config, logger);
      await database.migrate();
      await database.close();
    },
    async reports({ config, logger }) {
      const write = (line: string) => process.stdout.write(`${line}\n`);
      await runReports(config, logger, process.argv.slice(3), write);
    },
  },
});
