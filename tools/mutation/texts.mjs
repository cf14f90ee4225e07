import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const forPeople = /^(Error|refusal|problem|clientProblem|info|warn|error|fatal|debug)$/;

/** Leaves sentences alone that only people read: what an error or a log line says. Codes are compared by other tests. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    shouldIgnore(path) {
      if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
      const call = path.parent;
      if (call.type !== 'CallExpression' && call.type !== 'NewExpression') return undefined;
      const name = call.callee.name ?? call.callee.property?.name ?? '';
      return forPeople.test(name) ? 'a sentence for people' : undefined;
    },
  }),
];
