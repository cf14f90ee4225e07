// The walls between projects, by Nx tags. Those inside a project are in tools/walls/lint: rooms by suffix, and the
// folders.mjs of each app. tools/walls proves them all by trying what they do not list.

/** Rows of @nx/enforce-module-boundaries: a project may import only what its own rows name. */
export const projectWalls = [
  { sourceTag: 'scope:embed', onlyDependOnLibsWithTags: ['scope:embed', 'scope:shared'] },
  { sourceTag: 'scope:user', onlyDependOnLibsWithTags: ['scope:user', 'scope:shared'] },
  { sourceTag: 'scope:social', onlyDependOnLibsWithTags: ['scope:social', 'scope:shared'] },
  {
    sourceTag: 'scope:tools',
    onlyDependOnLibsWithTags: ['scope:tools', 'scope:shared', 'scope:published'],
  },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  // What others install from a registry, where nothing else of this repository is. No service calls another with it.
  { sourceTag: 'scope:published', onlyDependOnLibsWithTags: ['scope:published'] },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:host', 'type:client', 'type:base', 'type:testing'],
  },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: [
      'type:tool',
      'type:testing',
      'type:host',
      'type:client',
      'type:base',
    ],
  },
  { sourceTag: 'type:host', onlyDependOnLibsWithTags: ['type:base'] },
  // One client may stand on another: whoever speaks to a store of objects does so by the guarded one.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client', 'type:base'] },
  {
    sourceTag: 'type:base',
    onlyDependOnLibsWithTags: ['type:base'],
    bannedExternalImports: ['fastify', 'undici', '@prisma/*', 'pg'],
  },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:testing', 'type:host', 'type:client', 'type:base'],
  },
];
