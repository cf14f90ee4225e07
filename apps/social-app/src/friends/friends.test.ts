import { randomUUID } from 'node:crypto';
import { createFriends } from './friends.js';
import type { Refusal, RelationStore } from './relation-store.port.js';

/** Every call, without whom it was about. */
function recordingRelations(refusal: Refusal) {
  const calls: string[] = [];
  const relations: Pick<RelationStore, 'change' | 'request' | 'explainRefusal'> = {
    change: async (change) => {
      calls.push(change);
      return false;
    },
    request: async () => {
      calls.push('request');
      return false;
    },
    explainRefusal: async () => {
      calls.push('explainRefusal');
      return refusal;
    },
  };
  return { calls, relations };
}

describe('user enumeration by add', () => {
  it.each([
    ['address', 'bob@example.test', false],
    ['address', 'bob@example.test', true],
    ['handle', '@bob', false],
    ['handle', '@bob', true],
  ])(
    'a stranger’s %s and one who blocks me take the same steps to the same words (%s, auto-accept: %s)',
    async (kind, typed, autoAcceptCrossing) => {
      const outcomes = [];
      for (const found of [null, { id: randomUUID() }]) {
        const { calls, relations } = recordingRelations('not-found');
        const friends = createFriends({
          findByEmail: async () => (kind === 'address' ? found : null),
          findByHandle: async () => (kind === 'handle' ? found : null),
          relations: relations as RelationStore,
          wakeups: { wake: () => calls.push('wake') },
          autoAcceptCrossing,
        });
        const error = await friends.add(randomUUID(), typed).catch((e: unknown) => e);
        outcomes.push({ calls, error });
      }
      expect(outcomes[0]?.calls).toContain('request');
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(outcomes[0]?.error).toMatchObject({ code: 'person_not_found' });
    },
  );
});
