import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Fault } from './fault.js';
import { suitesOf } from './suites.js';
import { whyUnnoticeable } from './unnoticeable.js';

// Faults of SQL, made clause by clause: Stryker empties a statement as a whole, which any test notices.
const sqlFaults: readonly (readonly [RegExp, string])[] = [
  [/\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g, ''],
  [/ SKIP LOCKED\b/g, ''],
  [/\bpg_advisory_xact_lock\(/g, 'concat('],
  [/\bLOCK TABLE [A-Za-z ]+/g, 'SELECT 1'],
  [/ DESC\b/g, ' ASC'],
  [/\bORDER BY [\w.]+(?=[\s,)]|$)(?! DESC)/g, '$& DESC'],
  [/\bAND\b(?! NOT\b)/g, 'OR'],
  [/\bAND NOT\b/g, 'AND'],
  [/\bOR\b/g, 'AND'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/(?<!NOT )\bEXISTS\b/g, 'NOT EXISTS'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ <> /g, ' = '],
  [/\bLIMIT /g, 'LIMIT 1 + '],
  [/\bIS DISTINCT FROM\b/g, 'IS NOT DISTINCT FROM'],
  [/\bGREATEST\(/g, 'LEAST('],
  [/\bLEAST\(/g, 'GREATEST('],
  [/\bLEFT JOIN\b/g, 'JOIN'],
  [/\bUNION ALL\b/g, 'EXCEPT ALL'],
  [/ \+ 1\b/g, ' + 2'],
  [/ - 1\b/g, ' - 0'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
];

const codeFaults: readonly (readonly [RegExp, string])[] = [
  [/\bgt:/g, 'gte:'],
  [/\bgte:/g, 'gt:'],
  [/\blt:/g, 'lte:'],
  [/\blte:/g, 'lt:'],
  [/'asc'/g, "'desc'"],
  [/'desc'/g, "'asc'"],
  [/skipDuplicates: true/g, 'skipDuplicates: false'],
];

const isSql =
  /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|AND|FROM|WITH|FOR SHARE|CASE|LOCK TABLE|ORDER BY)\b/;

interface Piece {
  readonly text: string;
  readonly start: number;
}

/** Every fault of the kinds above that a file of SQL or Prisma offers. */
export function faultsOfSql(root: string, file: string): Fault[] {
  const source = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const pieces: Piece[] = [];
  const conditions: ts.PropertyAssignment[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteralToken(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      pieces.push({ text: node.getText(tree), start: node.getStart(tree) });
    }
    if (ts.isPropertyAssignment(node) && node.name.getText(tree) === 'where') conditions.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const whole = pieces.map(({ text }) => text).join('');
  const sql = isSql.test(whole) ? pieces.flatMap((piece) => replaced(piece, sqlFaults)) : [];
  const code = replaced({ text: source, start: 0 }, codeFaults);
  const dropped = conditions.flatMap((condition) => withoutConditions(condition, tree));
  const suites = suitesOf(file);
  return [...sql, ...code, ...dropped].map((change) => {
    const fault = { file, suites, ...change };
    const unnoticeable = whyUnnoticeable(fault, lineAt(source, change.at));
    return unnoticeable === undefined ? fault : { ...fault, unnoticeable };
  });
}

function lineAt(source: string, at: number): string {
  return source.slice(source.lastIndexOf('\n', at) + 1).split('\n', 1)[0]!;
}

type Change = Pick<Fault, 'find' | 'replace'> & { readonly at: number };

function replaced({ text, start }: Piece, faults: typeof sqlFaults): Change[] {
  return faults.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map((match) => ({
      find: match[0],
      replace: by.replace('$&', match[0]),
      at: start + match.index,
    })),
  );
}

/** `where: { a, b }` without a, and without b. */
function withoutConditions({ initializer }: ts.PropertyAssignment, tree: ts.SourceFile): Change[] {
  if (!ts.isObjectLiteralExpression(initializer) || initializer.properties.length < 2) return [];
  return initializer.properties.map((property) => {
    const [at, end] = [property.getStart(tree), property.getEnd()];
    const rest = tree.text.slice(end);
    const find = tree.text.slice(at, end + (rest.startsWith(',') ? 1 : 0));
    return { find, replace: '', at };
  });
}

/** The faults of every adapter on SQL or Prisma among these files. */
export function faultsOfAdapters(root: string, files: readonly string[]): Fault[] {
  const adapters = files.filter((file) => /\.(sql|prisma)\.ts$/.test(file));
  return adapters.flatMap((file) => faultsOfSql(root, file));
}
