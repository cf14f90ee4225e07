// The ESLint rule `walls/room`: each file of a project's `src` fits one room and has nothing that its room does not list.
//
// A rule of our own, because eslint-plugin-boundaries resolves an import on disk before it judges it (one that does not
// resolve passes), and knows neither globals nor `typeof import('…')` nor imports whose target is no literal.
import { visitFacts } from './facts.mjs';
import {
  judgeComment,
  judgeFile,
  judgeGlobal,
  judgeHidden,
  judgeOutside,
  judgePackage,
  judgePlace,
} from './judge.mjs';

/** `used` learns which entry of which list let something in. */
export function createWallRule(places, used = () => null) {
  const note = (room, list, entry) => {
    used(room, list, entry);
    return null;
  };
  return {
    meta: { type: 'problem', schema: [], messages: { breach: '{{message}}' } },
    create(context) {
      const from = places.placeOfFile(context.filename);
      if (!from) return {};
      const report = (node, message) => {
        if (message !== null) context.report({ node, messageId: 'breach', data: { message } });
      };
      const misplaced = judgePlace(from);
      if (misplaced) return { Program: (node) => report(node, misplaced) };
      return visitFacts(context.sourceCode, {
        imports({ specifier, typeOnly, node }) {
          const to = places.target(from, specifier);
          if (to.package) {
            report(node, judgePackage(from, to.package, typeOnly, note));
          } else if (to.place) {
            report(node, judgeFile(from, to.place, typeOnly, note));
          } else report(node, judgeOutside(from, to.outside));
        },
        globals: ({ name, node }) => report(node, judgeGlobal(from, name, note)),
        hidden: ({ node }) => report(node, judgeHidden(from)),
        comments: ({ node }) => report(node, judgeComment(from)),
      });
    },
  };
}
