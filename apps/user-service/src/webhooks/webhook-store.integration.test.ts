// On a server of its own: a transaction that writes anywhere on a server holds back the events of all its databases.
import { type OwnServer, startOwnServer } from '@triptych/postgres/testing';
import { postgresTestStores } from '../testing/test-app.js';
import { webhookStoreContract } from './webhook-store.contract.js';

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 60_000);
afterAll(() => server.destroy());

describe('webhooks on PostgreSQL', () => {
  webhookStoreContract(() => postgresTestStores(server.url));
});
