import { randomUUID } from 'node:crypto';
import type { Database } from '@triptych/postgres';
import type { NewAttachment } from '../attachments/attachment-store.port.js';
import { createSqlAttachmentStore } from '../attachments/attachment-store.sql.js';
import { PrismaClient } from '../generated/prisma/client.js';
import { createSqlUploadStore } from './upload-store.sql.js';

const limits = { quota: 1_000, mostOpen: 1, lifetime: 60_000 };

const fileOf = (ownerId: string): NewAttachment => ({
  ...{ id: randomUUID(), ownerId, object: randomUUID(), size: 10, stored: 10 },
  ...{ kind: 'file', type: 'text/plain', name: null, alt: null, sizes: [] },
  ...{ width: null, height: null, duration: null, preview: null },
});
const uploadOf = (ownerId: string) => {
  return { id: randomUUID(), ownerId, key: null, length: 10, metadata: null };
};

/** The stores of files, held to the same on either database. */
export function erasedOwnerContract(open: () => Promise<Database>): void {
  let database: Database;
  let prisma: PrismaClient;
  beforeAll(async () => {
    database = await open();
    prisma = new PrismaClient(database.clientOptions);
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await database.close();
  });

  it('tell whoever is gone from whoever has no room', async () => {
    const [files, uploads] = [createSqlAttachmentStore(prisma), createSqlUploadStore(prisma)];
    const { id } = await prisma.user.create({ data: {} });
    const begun = uploadOf(id);
    await uploads.create(begun, limits);
    const outcomes = async () => [
      await files.add(fileOf(id), 0),
      await uploads.create(uploadOf(id), { ...limits, mostOpen: 2, quota: 0 }),
      await uploads.finish(begun.id, fileOf(id), limits.quota),
    ];
    expect(await outcomes()).toEqual(['full', 'full', 'full']);
    await prisma.user.delete({ where: { id } });
    expect(await outcomes()).toEqual(['gone', 'gone', 'gone']);
    const rows = await prisma.$queryRaw`SELECT 1 FROM attachments WHERE owner_id = ${id}::uuid`;
    expect(rows).toEqual([]);
  });
}
