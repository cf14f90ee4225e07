import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { projectWalls } from './eslint.walls.mjs';
import { roomWalls } from './tools/walls/lint/index.mjs';

const source = ['**/*.ts', '**/*.tsx'];
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.contract.ts', 'libs/testing/**'];

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/out-tsc',
      '**/generated',
      '**/coverage',
      '**/data',
      '**/*.d.ts',
      '**/prisma.config.ts',
    ],
  },
  {
    files: source,
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: projectWalls },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A Fastify plugin is async by contract, with or without an await of its own.
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['warn', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // An expression whose time grows faster than its text lets a stranger's text stop the process (ADR 0024): also where
    // it fails only with some suffix, and where it only moves along the text.
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.{ts,tsx}'],
    ignores: tests,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignoreSticky: false, ignorePartial: false },
      ],
    },
  },
  { files: ['apps/social-web/**'], extends: [reactHooks.configs.flat.recommended] },
  { files: ['tools/**'], rules: { 'no-console': 'off' } },
  ...roomWalls(),
  prettier,
);
