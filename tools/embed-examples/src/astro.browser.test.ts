import { readFileSync } from 'node:fs';
import { buildSite } from './testing/example-site.js';
import { expectCards, startVisitor, type Visitor } from './testing/visitor.js';

let visitor: Visitor;
beforeAll(async () => {
  visitor = await startVisitor();
});
afterAll(() => visitor.close());

// Astro builds a site for seconds.
it('a page that Astro builds has its posts', async () => {
  const manifest = new URL('../examples/astro/package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts: { build: string } };
  expect(scripts.build).toBe('astro build');
  const astro = {
    name: 'astro',
    packages: ['astro'],
    run: ['node_modules/astro/astro.js', 'build'],
  };
  const site = await buildSite(astro, { ...visitor.variables, ASTRO_TELEMETRY_DISABLED: '1' });
  await expectCards(visitor, site).finally(site.close);
});
