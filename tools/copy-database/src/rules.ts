import type { Side } from './tables.js';

/** A check constraint, a trigger or an index of a table: what a service may have changed since the migrations. */
interface Rule {
  /** Quoted, as the table. */
  readonly name: string;
  readonly table: string;
  readonly kind: 'constraint' | 'trigger' | 'index';
  /** As PostgreSQL writes it; two servers may write the same rule differently. */
  readonly definition: string;
}

/**
 * Gives the tables of `target` the rules that those of `source` have now, so that they accept the same rows: the mode in
 * which user-service compares e-mails, for one. What the target has beyond that stays. It must be inside a transaction.
 */
export async function copyRules(source: Side, target: Side): Promise<void> {
  const keyOf = ({ kind, table, name }: Rule) => `${kind} ${table} ${name}`;
  const present = new Map((await readRules(target)).map((rule) => [keyOf(rule), rule]));
  for (const rule of await readRules(source)) {
    const other = present.get(keyOf(rule));
    if (other?.definition === rule.definition) continue;
    if (other !== undefined) await target.query(dropping(other));
    await target.query(creating(rule));
  }
}

function dropping({ kind, table, name }: Rule): string {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  return kind === 'trigger' ? `DROP TRIGGER ${name} ON ${table}` : `DROP INDEX ${name}`;
}

function creating({ kind, table, name, definition }: Rule): string {
  return kind === 'constraint'
    ? `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`
    : definition;
}

// Primary, unique and foreign keys come with the migrations alone. The third column says to which table a rule belongs.
function readRules(side: Side): Promise<Rule[]> {
  return side.query<Rule>(
    `WITH tables AS (SELECT oid, quote_ident(relname) AS name FROM pg_class
       WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> '_prisma_migrations')
     SELECT t.name AS table, quote_ident(conname) AS name, 'constraint' AS kind, pg_get_constraintdef(c.oid, true) AS definition
     FROM pg_constraint AS c JOIN tables AS t ON t.oid = conrelid WHERE contype = 'c'
     UNION ALL
     SELECT t.name, quote_ident(tgname), 'trigger', pg_get_triggerdef(g.oid, true)
     FROM pg_trigger AS g JOIN tables AS t ON t.oid = tgrelid WHERE NOT tgisinternal
     UNION ALL
     SELECT t.name, quote_ident(relname), 'index', pg_get_indexdef(indexrelid, 0, true)
     FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid JOIN tables AS t ON t.oid = indrelid
     WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY 3, 1, 2`,
  );
}
