// Makes the first script a classic one (ADR 0071): a browser that stores it for visits without a network compiles it then, all of it,
// and not again at each start. Of modules it stores nothing that is compiled.
import type { Plugin } from 'vite';

/** The one file that has all that every visit needs. */
export const entryName = 'index';

/** What the other scripts, which are modules, import from the first one. */
const shared = 'globalThis.triptychEntry';

/** Of the build alone: the development server serves modules as they are. */
export function classicEntry(): Plugin {
  return {
    name: 'classic-entry',
    apply: 'build',
    enforce: 'post',
    renderChunk(code, { name, isEntry }) {
      // This one only imports the first script, and leaves its place in the document to it.
      if (isEntry) return null;
      return name === entryName ? toClassic(code) : toUser(code);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module" crossorigin', '<script defer'),
    },
  };
}

/** One function, whose exports are read when they are imported: by then all has run but what waits for the first drawing. */
function toClassic(code: string): string {
  const [end, names = ''] = /export\s*\{([^{}]*)\};?\s*$/.exec(code) ?? [''];
  const getters = names.split(',').map((name) => {
    const [local, exported = local] = name.trim().split(' as ');
    return `get ${exported}() { return ${local}; }`;
  });
  const body = code
    .slice(0, code.length - end.length)
    .replaceAll('import.meta.resolve', 'null')
    .replaceAll('import.meta.url', 'document.baseURI');
  const start = `${shared} = { ${getters.join(', ')} };\n${body}`;
  // Strict as a module is. A directive would go: what shortens the scripts takes it to be needless there.
  return `(class { static async run() {\n${start}} }).run();\n`;
}

const imported = new RegExp(
  `^import\\s*(?:\\{([^{}]*)\\}\\s*from\\s*)?"\\./${entryName}-[^"]*";?$`,
  'gm',
);

function toUser(code: string): string {
  return code.replace(imported, (_found, names?: string) =>
    names ? `const {${names.replaceAll(' as ', ': ')}} = ${shared};` : '',
  );
}
