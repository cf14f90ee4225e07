import { relationsOf } from './migration-relations.js';

const after = (...files: string[]) =>
  relationsOf(files.map((sql, n) => ({ name: `${n}`, checksum: '', sql })));

it('knows the tables and unique indexes that are left when all migrations are applied', () => {
  const first = `-- CREATE TABLE "comment" (
CREATE TABLE "notes" (
    "id" INTEGER
);
CREATE TABLE IF NOT EXISTS tags (id int);
CREATE UNIQUE INDEX "notes_slug_key" ON "notes"("slug");
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS tags_key ON tags (id);
CREATE INDEX "notes_at_idx" ON "notes"("at");`;
  expect(after(first)).toEqual(['notes', 'tags', 'notes_slug_key', 'tags_key']);
  expect(after(first, 'DROP INDEX "notes_slug_key";')).toEqual(['notes', 'tags', 'tags_key']);
  expect(after(first, 'DROP TABLE IF EXISTS "tags";')).toEqual(['notes', 'notes_slug_key']);
  expect(after(first, 'ALTER TABLE "tags" RENAME TO "labels";')).toContain('labels');
  expect(after(first, 'ALTER TABLE "tags" RENAME TO "labels";')).not.toContain('tags');
  expect(after(first, 'ALTER TABLE "notes" ADD COLUMN "a" INT;', 'DROP TABLE notes;')).toEqual([
    'tags',
    'tags_key',
  ]);
});
