/** Either database of a copy. */
export interface Side {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Table {
  /** Quoted. */
  readonly name: string;
  /** Quoted, with their types, in their order in the table. */
  readonly columns: readonly string[];
  /** Names of the tables that its foreign keys point to. */
  readonly refersTo: readonly string[];
}

/** The tables of the current schema, but for the migration history, which the migrations write themselves. */
export async function readTables(side: Side): Promise<Table[]> {
  const rows = await side.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `SELECT quote_ident(relname) AS name,
       ARRAY(SELECT quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum) AS columns,
       ARRAY(SELECT DISTINCT quote_ident(other.relname) FROM pg_constraint
         JOIN pg_class AS other ON other.oid = confrelid
         WHERE conrelid = c.oid AND contype = 'f') AS refers_to
     FROM pg_class AS c
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> '_prisma_migrations'
     ORDER BY relname`,
  );
  return rows.map(({ name, columns, refers_to }) => ({ name, columns, refersTo: refers_to }));
}

/**
 * Tables that others refer to come first.
 *
 * @throws Error when tables refer to one another in a circle, or one to itself: then there is no such order.
 */
export function inOrderOfDependency(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const free = [...waiting].filter(({ refersTo }) => !refersTo.some((name) => names.has(name)));
    if (free.length === 0) throw new Error(`tables refer in a circle: ${[...names].join(', ')}`);
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

/** The rows of a table, whatever their order. */
export interface Content {
  /** A number of rows, as a string. */
  readonly rows: string;
  /** The same on both sides when every row is the same, byte by byte as PostgreSQL writes it. */
  readonly digest: string;
}

/** Counts the rows and adds up a hash of each, in its text form. */
export async function readContent(side: Side, table: string): Promise<Content> {
  const [content] = await side.query<Content>(
    `SELECT count(*)::text AS rows,
       coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text AS digest
     FROM ${table} AS t`,
  );
  return content as Content;
}

const batch = 1_000;

/**
 * Copies the rows of one table. A row is sent in PostgreSQL's own text form, which every type reads back unchanged.
 * Both sides must be inside a transaction. What triggers would write is copied as well.
 */
export async function copyTable(source: Side, target: Side, table: Table): Promise<void> {
  await target.query(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
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
  await target.query(`ALTER TABLE ${table.name} ENABLE TRIGGER USER`);
}
