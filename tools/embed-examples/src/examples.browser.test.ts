import { buildSite, startSite } from './testing/example-site.js';
import { expectCards, startVisitor, type Visitor } from './testing/visitor.js';

let visitor: Visitor;
beforeAll(async () => {
  visitor = await startVisitor();
});
afterAll(() => visitor.close());

// Each compiles the client, starts a process and waits until the browser is quiet, twice.
it('a page that a program writes has its posts', async () => {
  const plain = { name: 'plain', packages: [], run: ['build.mjs'] };
  const site = await buildSite(plain, visitor.variables);
  await expectCards(visitor, site).finally(site.close);
});

it('a page that React renders on a server has its posts', async () => {
  const react = {
    name: 'react',
    packages: ['react', 'react-dom', 'scheduler'],
    run: ['server.mjs'],
  };
  const site = await startSite(react, visitor.variables);
  await expectCards(visitor, site).finally(site.close);
});
