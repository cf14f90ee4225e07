import ts from 'typescript';
import type { Fault } from './fault.js';

/** A fault of known place, and the name by which it is switched on. */
export interface Switch {
  readonly id: string;
  readonly fault: Fault & { readonly at: number };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * The text with every fault in it, each switched on by `isFaultOn(id)`: the expression around the place of a fault becomes
 * `(isFaultOn('1') ? with the fault : … : as it was)`. It is for tests alone, which set that function.
 */
export function withSwitches(source: string, switches: readonly Switch[]): string {
  const tree = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const places = new Map<string, { place: Place; switches: Switch[] }>();
  for (const one of switches) {
    const place = expressionAround(tree, one.fault);
    const key = `${place.start}-${place.end}`;
    const group = places.get(key) ?? { place, switches: [] };
    group.switches.push(one);
    places.set(key, group);
  }
  const groups = [...places.values()].sort(
    (one, other) => one.place.start - other.place.start || other.place.end - one.place.end,
  );

  /** The text of a place, with the groups that are inside of it. */
  function render({ start, end }: Place, inside: typeof groups): string {
    let [text, at] = ['', start];
    for (const { place, switches: own } of inside) {
      if (place.start < at) continue;
      const deeper = inside.filter((one) => one.place !== place && isIn(one.place, place));
      const choices = own.map(({ id, fault }) => {
        const [from, to] = [fault.at, fault.at + fault.find.length];
        const changed =
          source.slice(place.start, from) + fault.replace + source.slice(to, place.end);
        return `globalThis.isFaultOn?.('${id}') ? ${changed} : `;
      });
      text += `${source.slice(at, place.start)}(${choices.join('')}${render(place, deeper)})`;
      at = place.end;
    }
    return text + source.slice(at, end);
  }
  return render({ start: 0, end: source.length }, groups);
}

const isIn = (inner: Place, outer: Place) => inner.start >= outer.start && inner.end <= outer.end;

function expressionAround(tree: ts.SourceFile, { at, find }: Switch['fault']): Place {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(tree) > at || node.getEnd() < at + find.length) return;
    if (canBeChosen(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  if (!found) throw new Error(`no expression is around: ${find}`);
  return { start: found.getStart(tree), end: found.getEnd() };
}

function canBeChosen(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node) || ts.isObjectLiteralExpression(node)) return true;
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return !ts.isTaggedTemplateExpression(node.parent);
  }
  return ts.isCallExpression(node);
}
