// What a file reaches for: imports in every form, globals, and the forms that cannot be judged because they hide what
// they load. Syntax and scopes alone; no type information is needed.

/** @typedef {{ kind: 'import', specifier: string, typeOnly: boolean, node: object }} ImportFact */

const literalOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TSLiteralType') return literalOf(node.literal);
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0].value.cooked;
  }
  return null;
};

const onlyTypes = (specifiers, kind) =>
  specifiers.length > 0 && specifiers.every((specifier) => specifier[kind] === 'type');

/** `declare const fetch: …` gives a global a type, and nothing of its own. */
const isAmbient = ({ node, parent }) => node.declare === true || parent?.declare === true;

/** `/// <reference types="pg" />` and `@jsxImportSource pg` import as well. */
const importingComment = /^\/\s*<reference\b|@jsx(ImportSource)?\s/;

/**
 * ESLint visitors that report every fact of a file: `imports({ specifier, typeOnly, node })`, `globals({ name, node })`
 * with the name as written up to one property (`process.env`), `hidden({ node })` for an import whose target only the run
 * time knows, and `comments({ node })` for one by a comment.
 */
export function visitFacts(sourceCode, { imports, globals, hidden, comments }) {
  const reach = (node, source, typeOnly) => {
    const specifier = literalOf(source);
    if (specifier === null) hidden({ node });
    else imports({ specifier, typeOnly, node });
  };
  const member = (identifier) => {
    const { parent } = identifier;
    const named = parent.type === 'MemberExpression' && parent.object === identifier;
    return named && !parent.computed ? `.${parent.property.name}` : '';
  };
  return {
    ImportDeclaration: (node) =>
      reach(
        node,
        node.source,
        node.importKind === 'type' || onlyTypes(node.specifiers, 'importKind'),
      ),
    ExportAllDeclaration: (node) => reach(node, node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (!node.source) return;
      const typeOnly = node.exportKind === 'type' || onlyTypes(node.specifiers, 'exportKind');
      reach(node, node.source, typeOnly);
    },
    ImportExpression: (node) => reach(node, node.source, false),
    TSExternalModuleReference: (node) =>
      reach(node, node.expression, node.parent.importKind === 'type'),
    TSImportType: (node) => reach(node, node.source ?? node.argument, true),
    TSModuleDeclaration: (node) => {
      if (node.id.type === 'Literal') reach(node, node.id, true);
    },
    MetaProperty: (node) => {
      if (node.meta.name === 'import') globals({ name: `import.meta${member(node)}`, node });
    },
    'Program:exit': (program) => {
      const scope = sourceCode.getScope(program);
      const [module] = scope.childScopes.filter(({ type }) => type === 'module');
      const undeclared = [...scope.variables, ...(module?.variables ?? [])].filter(({ defs }) =>
        defs.every(isAmbient),
      );
      for (const node of sourceCode.getAllComments()) {
        if (importingComment.test(node.value)) comments({ node });
      }
      for (const reference of [...undeclared.flatMap((one) => one.references), ...scope.through]) {
        const { identifier } = reference;
        if (reference.isTypeReference && !reference.isValueReference) continue;
        globals({ name: identifier.name + member(identifier), node: identifier });
      }
    },
  };
}
