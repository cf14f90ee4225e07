import { withSwitches } from './switches.js';

const switched = (source: string, ...finds: readonly string[]) =>
  withSwitches(
    source,
    finds.map((find, n) => ({
      id: `${n}`,
      fault: { file: '', find, replace: '!', at: source.indexOf(find), suites: [] },
    })),
  );

it.each([
  ['a template', 'x = sql`a < b`', ['<'], `x = (on('0') ? sql\`a ! b\` : sql\`a < b\`)`],
  ['an object', 'f({ lt: 1, a })', ['lt:'], `f((on('0') ? { ! 1, a } : { lt: 1, a }))`],
  [
    'two of one place',
    'x = `a${1}b`',
    ['a', 'b'],
    `x = (on('0') ? \`!\${1}b\` : on('1') ? \`a\${1}!\` : \`a\${1}b\`)`,
  ],
  [
    'one inside of another',
    'x = `a${`b`}`',
    ['a', 'b'],
    `x = (on('0') ? \`!\${\`b\`}\` : \`a\${(on('1') ? \`!\` : \`b\`)}\`)`,
  ],
])('switches on faults of %s', (_name, source, finds, expected) => {
  const plain = switched(source, ...finds).replaceAll('globalThis.isFaultOn?.', 'on');
  expect(plain.replaceAll(/\s+/g, ' ')).toBe(expected);
});
