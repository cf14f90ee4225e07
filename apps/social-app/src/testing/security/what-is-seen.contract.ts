// Whatever the history of a few people: on every route, and in every event, each receives of the others what the
// projection allows, and nothing else (ADR 0035).
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { callRoute, documentedRoutes, type DocumentedRoute } from '../documented-routes.js';
import { beginHistory, denialsBeforeQuiet, stepKinds, type Step } from '../seen-history.js';
import {
  allowedFor,
  chatIdOf,
  expectViewOf,
  expectWithin,
  type Scene,
} from '../seen-views.contract.js';
import type { TestApp, TestSettings } from '../test-app.js';

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...stepKinds),
  who: fc.nat(3),
  whom: fc.nat(2),
  pick: fc.nat(4095),
});
const histories = fc.record({
  count: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
});

export function whatIsSeenContract(
  openApp: (settings: Pick<TestSettings, 'config'>) => Promise<TestApp>,
  numRuns: number,
): void {
  let world: TestApp;
  let reads: DocumentedRoute[];
  let changes: DocumentedRoute[];
  beforeAll(async () => {
    world = await openApp({ config: { DENIALS_BEFORE_COOLDOWN: denialsBeforeQuiet } });
    const routes = (await documentedRoutes(world.app)).filter(
      // Of these, the one is about nobody else, and the other does not end: it is read by itself.
      ({ path }) => !path.startsWith('/api/auth/') && path !== '/api/events',
    );
    const endsSession = ({ path }: DocumentedRoute) => Number(/account$|sessions/.test(path));
    reads = routes.filter(({ method }) => method === 'GET');
    changes = routes
      .filter(({ method }) => method !== 'GET')
      .sort((a, b) => endsSession(a) - endsSession(b));
  });
  afterAll(() => world.close());

  /** The first who is left calls what is not read. */
  async function callOthers(scene: Scene): Promise<void> {
    const [viewer, other] = scene.actors.filter(({ gone }) => !gone);
    if (!viewer || !other) return;
    const allowed = allowedFor(scene, viewer);
    const given = { id: other.id, userId: other.id, chatId: chatIdOf(viewer, other), seq: 1 };
    for (const route of changes) {
      const { text } = await callRoute(world.app, route, viewer.signedIn, given);
      expectWithin(allowed, `${route.method} ${route.path}`, text);
    }
  }

  it(`over ${numRuns} histories of two to four people, nobody receives what they may not see`, async () => {
    expect(Math.min(reads.length, changes.length)).toBeGreaterThan(8);
    const property = fc.asyncProperty(histories, async ({ count, steps }) => {
      const scene = { world, ...(await beginHistory(world, count)) };
      const alive = () => scene.actors.filter(({ gone }) => !gone);
      for (const each of steps) {
        const done = await scene.play(each);
        if (!done) continue;
        const allowed = allowedFor(scene, done.viewer);
        expectWithin(allowed, `the reply to ${each.kind}`, done.reply.body);
      }
      for (const viewer of alive()) await expectViewOf(scene, viewer, reads);
      await callOthers(scene);
    });
    await fc.assert(property, propertySize(numRuns));
    // Each history takes some 80 requests, and ends anywhere.
  }, 600_000);
}
