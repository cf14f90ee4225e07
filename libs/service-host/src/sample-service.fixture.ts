// A service as small as can be, started as a process of its own by run-service.test.ts.
import { createServer, hostEnvironment, runService } from './index.js';
import { Type } from 'typebox';

await runService({
  name: 'sample-service',
  moduleUrl: import.meta.url,
  configSchema: Type.Object({
    ...hostEnvironment({ port: 0, healthPort: 0 }),
    MODE: Type.Optional(Type.String()),
  }),
  async start({ config, server, logger }) {
    if (config.MODE === 'broken') throw new Error('no database');
    if (config.MODE === 'slow') {
      logger.info('start begun');
      await new Promise((resolve) => setTimeout(resolve, 300));
      logger.info('start done');
    }
    const app = await createServer(server, { title: 'Sample', description: 'A sample' });
    app.get('/slow', async () => {
      logger.info('slow request begun');
      await new Promise((resolve) => setTimeout(resolve, 300));
      logger.info('slow request done');
      return { slow: 'done' };
    });
    app.get('/reject', async () => {
      void Promise.reject(new Error('nobody awaits me'));
      return {};
    });
    return {
      app,
      async close() {
        logger.info('closing resources');
        await new Promise((resolve) => setTimeout(resolve, 300));
        logger.info('resources closed');
      },
    };
  },
  commands: {
    async hello({ logger }) {
      logger.info('hello from a command');
    },
  },
});
