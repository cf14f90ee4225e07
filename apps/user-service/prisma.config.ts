import { defineConfig } from 'prisma/config';

process.env['CHECKPOINT_DISABLE'] ??= '1';
process.env['PRISMA_HIDE_UPDATE_MESSAGE'] ??= '1';
// These commands need no schema engine, but the CLI would fetch it: any file that exists satisfies it.
if (['generate', 'validate', 'format'].includes(process.argv[2] ?? '')) {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;
}

const url = process.env['DATABASE_URL'];

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url === undefined ? {} : { datasource: { url } }),
});
