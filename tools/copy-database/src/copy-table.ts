import type { Side, Table } from './tables.js';

const batch = 1_000;

/**
 * Copies the rows of one table. A row travels in PostgreSQL's own text form of it, so every type arrives as it was.
 * Both sides must be inside a transaction.
 */
export async function copyTable(source: Side, target: Side, table: Table): Promise<void> {
  await source.query(`DECLARE copied CURSOR FOR SELECT t::text AS row FROM ${table.name} AS t`);
  for (;;) {
    const rows = await source.query<{ row: string }>(`FETCH ${batch} FROM copied`);
    if (rows.length === 0) break;
    await target.query(
      `INSERT INTO ${table.name}
       SELECT (r.parsed).* FROM (SELECT text::${table.name} AS parsed FROM unnest($1::text[]) AS text OFFSET 0) AS r`,
      [rows.map(({ row }) => row)],
    );
  }
  await source.query('CLOSE copied');
}
