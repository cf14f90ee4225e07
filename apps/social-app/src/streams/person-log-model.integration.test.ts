// Replays traces of tools/models/src/person_log.qnt on PostgreSQL and the real stream, and compares after each step.
import { type ModelStep, simulateModel } from '@triptych/testing';
import { PersonLogReplay, type Place } from '../testing/person-log-replay.js';

interface Frame {
  readonly kind: 'event' | 'ready' | 'reset';
  readonly at: Place;
  readonly key: string;
  readonly version: number;
}

interface State {
  readonly rows: readonly { readonly at: Place; readonly key: string }[];
  readonly table: ReadonlyMap<string, number>;
  readonly counter: number;
  readonly writers: ReadonlyMap<number, { readonly phase: string }>;
  readonly stream: { readonly phase: string; readonly pending: readonly Frame[] };
  readonly client: {
    readonly isOpen: boolean;
    readonly last: Place;
    readonly copy: ReadonlyMap<string, number>;
  };
}

let real: PersonLogReplay;
let close: () => Promise<void>;
beforeAll(async () => void ({ replay: real, close } = await PersonLogReplay.open()));
afterAll(() => close());

/** What is to be seen of a state, in the words of `PersonLogReplay.observe`. */
function expected({ state }: ModelStep<State>) {
  const { rows, table, counter, writers, stream, client } = state;
  const [next] = stream.pending;
  const seen = ({ seq, at }: Place) => ({ seq, at });
  return {
    rows: [...rows]
      .sort((one, other) => one.at.seq - other.at.seq)
      .map(({ at, key }) => ({ ...seen(at), key })),
    table,
    counter,
    open: [...writers].flatMap(([w, { phase }]) => (phase === 'idle' ? [] : [w])),
    readsEnd: client.isOpen && stream.phase !== 'open',
    next: next ? { kind: next.kind, ...seen(next.at), ...versionOf(next) } : null,
    last: seen(client.last),
    copy: client.copy,
  };
}

const versionOf = ({ kind, key, version }: Frame) => (kind === 'event' ? { key, version } : {});

it.each([6666666])('does what the model does, seed %i', async (seed) => {
  const samples = Number(process.env['MODEL_SAMPLES'] ?? 10);
  const invariants = ['resumes', 'follows', 'notices', 'inOrder', 'newestIsKept'];
  const simulation = { model: 'person_log', constants: { FAULTS: 'Set("")' }, invariants, seed };
  const sizes = { samples, steps: 60 };
  const { traces } = await simulateModel<State>({ ...simulation, ...sizes }, samples);
  expect(traces).toHaveLength(samples);
  for (const trace of traces) {
    const path: string[] = [];
    for (const step of trace) {
      await real.take(step.action, step.picks);
      path.push(`${step.action} ${JSON.stringify(step.picks)}`);
      expect({ path, ...(await real.observe()) }).toEqual({ path, ...expected(step) });
    }
  }
  // Quint parses the model for seconds.
});
