import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@triptych/postgres';
import { seenPersonUpgradeContract } from './seen-person-upgrade.contract.js';

const log = { info: () => {}, warn: () => {} };
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'));
});
seenPersonUpgradeContract((migrationsDir) =>
  openDatabase({ dataDir, applicationName: 'social-app-test', migrationsDir, log }),
);
afterAll(() => rm(dataDir, { recursive: true }));
