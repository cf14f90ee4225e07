import pg from 'pg';

// Settings that go along with a transaction, for a pooler that takes none for a session: `set_config(…, true)` lasts
// until the end of the transaction, so another client of the pooler never sees it. Round trips stay as many as they were.

/** One statement that sets all of them. */
export function asStatement(settings: Readonly<Record<string, string>>): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${quote(name)}, ${quote(value)}, true)`,
  );
  return `SELECT ${calls.join(', ')}`;
}

const quote = (text: string) => pg.escapeLiteral(text);

/** For a transaction of several statements; its result is a list, of which nobody asks anything. */
export function afterBegin(config: pg.QueryConfig, apply: string): pg.QueryConfig {
  return { ...config, text: `${config.text}; ${apply}` };
}

/** For text without parameters: one simple query is one transaction. Its result is a list, the last one the own. */
export function beforeText(config: pg.QueryConfig, apply: string): pg.QueryConfig {
  return { ...config, text: `${apply}; ${config.text}` };
}

/** What `pg` has and does not declare. */
interface Query {
  name: string | undefined;
  readonly submit: (connection: unknown) => unknown;
  readonly handleDataRow: (message: unknown) => void;
  readonly handleCommandComplete: (message: unknown, connection: unknown) => void;
  readonly handleError: (error: unknown, connection: unknown) => void;
}

interface Wire {
  readonly submittedNamedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void };
  parse(message: object): void;
  bind(message: object): void;
  execute(message: object): void;
}

/** For a statement with parameters: what is sent before one Sync is one transaction. */
export function beforeStatement(
  config: pg.QueryConfig,
  apply: string,
  callback: (error: Error | null, result?: unknown) => void,
): pg.Submittable {
  const query = new pg.Query(config, callback as never) as unknown as Query;
  const { name, submit, handleDataRow, handleCommandComplete, handleError } = query;
  let applied = false;
  return Object.assign(query, {
    submit(connection: unknown) {
      const wire = connection as Wire;
      wire.stream.cork();
      wire.parse({ text: apply });
      wire.bind({});
      wire.execute({});
      const refused = submit.call(query, connection);
      wire.stream.uncork();
      // `pg` would take the first statement that is parsed for the one of this name.
      query.name = undefined;
      return refused;
    },
    handleDataRow(message: unknown) {
      if (applied) handleDataRow.call(query, message);
    },
    handleCommandComplete(message: unknown, connection: unknown) {
      if (applied) handleCommandComplete.call(query, message, connection);
      applied = true;
      query.name = name;
    },
    handleError(error: unknown, connection: unknown) {
      if (name !== undefined) delete (connection as Wire).submittedNamedStatements[name];
      handleError.call(query, error, connection);
    },
  });
}
