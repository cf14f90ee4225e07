const most = 500;

/**
 * Names for Prisma's statements, so that PostgreSQL plans each once for a connection: a large one costs more to
 * plan than to run. Texts that vary without end (lists of different lengths) must not fill the server's memory:
 * after the first 500 the rest stay unnamed. Behind PgBouncer this needs 1.21 or session pooling.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= most) return known ?? '';
    const name = `triptych_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
