import { isManual, stateAfter, transitionRight, type ResourceDefinition } from '@coulisse/resource';
import {
  baseOf,
  callerWithAllRights,
  makeRecord,
  transitionBody,
  type Answer,
  type Caller,
  type ResourceHarness,
} from './resource-harness';

type Moved = { status: number; code?: string | undefined };
interface Offered {
  name: string;
  allowed: boolean;
  blockers: { code: string }[];
}

const codeOf = (answer: Answer) => (answer.body as { code?: string } | undefined)?.code;

/** Brings a record to a state: by `setState`, else by the shortest path through its transitions. */
async function reach(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
  id: string,
  state: string,
): Promise<void> {
  const { states = [], transitions = {} } = resource.lifecycle ?? {};
  if (harness.setState) return harness.setState(caller, id, state);
  const ways = new Map<string, string[]>([[states[0] ?? '', []]]);
  for (const [from, way] of ways)
    for (const [name, move] of Object.entries(transitions)) {
      const to = stateAfter(move, from);
      if (isManual(move) && move.from.includes(from) && !ways.has(to)) ways.set(to, [...way, name]);
    }
  const way = ways.get(state);
  if (!way)
    throw new Error(`no transition of ${resource.name} leads to ${state}: give the harness a "setState"`);
  for (const name of way) {
    const body = await transitionBody(resource, harness, caller, name);
    const moved = await harness.request(caller, 'POST', `${baseOf(resource)}/${id}/transitions/${name}`, {
      body,
    });
    if (moved.status !== 200) throw new Error(`${name} of ${resource.name}: ${JSON.stringify(moved.body)}`);
  }
}

/** Every state × transition × actor, each with its exact status; and the texts of the confirmations. */
export function describeLifecycle(resource: ResourceDefinition, harness: ResourceHarness): void {
  const path = baseOf(resource);
  const { states = [], transitions = {} } = resource.lifecycle ?? {};
  const owner = () => callerWithAllRights(harness.tenants()[0]);
  const actors: readonly (readonly [name: string, caller: () => Caller])[] = [
    ['with all rights', owner],
    ['who may only read', () => ({ ...owner(), rights: [`${resource.rights}.read`] })],
    ['of another tenant', () => callerWithAllRights(harness.tenants()[1])],
  ];
  /** What the definition says. A refusal comes first: the right, then the record, then its state, then the guards. */
  const expectedOf = (actor: string, state: string, name: string): Moved => {
    const transition = transitions[name]!;
    if (transition.system || actor === 'who may only read')
      return { status: 403, code: 'security.insufficient-privilege' };
    if (actor === 'of another tenant') return { status: 404, code: 'http.404' };
    if (transition.auto || !transition.from.includes(state))
      return { status: 409, code: 'transition.impossible' };
    return { status: harness.expected?.transitions?.[`${state} ${name}`] ?? 200 };
  };
  const offeredTo = async (caller: Caller, id: string, name: string) => {
    const { body } = await harness.request(caller, 'GET', `${path}/${id}`);
    return (body as { _actions: Offered[] })._actions.find((action) => action.name === name);
  };

  /** A record of each state to which nothing has happened since: what was tried with it was refused. */
  const untouched = new Map<string, string>();
  const recordIn = async (state: string): Promise<string> => {
    const earlier = untouched.get(state);
    if (earlier !== undefined) {
      // Whatever happens to it now, nobody else gets it before it is known.
      untouched.delete(state);
      return earlier;
    }
    const id = await makeRecord(resource, harness, owner());
    await reach(resource, harness, owner(), id, state);
    return id;
  };

  test.each(
    states.flatMap((state) => Object.keys(transitions).map((name): [string, string] => [state, name])),
  )('state %s, transition %s: follows the lifecycle, for every actor', async (state, name) => {
    const id = await recordIn(state);
    const body = await transitionBody(resource, harness, owner(), name);
    const statuses: number[] = [];
    const transition = transitions[name]!;
    const isOpen = isManual(transition) && transition.from.includes(state);
    for (const [actor, caller] of [...actors].reverse()) {
      const expected = expectedOf(actor, state, name);
      if (resource.operations.includes('read') && actor !== 'of another tenant') {
        const offered = await offeredTo(caller(), id, name);
        const blocked = offered?.blockers.map(({ code }) => code);
        if (!isManual(transition)) expect([actor, offered]).toEqual([actor, undefined]);
        else if (!isOpen) expect([actor, blocked]).toEqual([actor, ['transition.impossible']]);
        else if (expected.status === 403) expect([actor, blocked]).toEqual([actor, [expected.code]]);
        else if (expected.status === 200) expect([actor, offered?.allowed]).toEqual([actor, true]);
      }
      const answer = await harness.request(caller(), 'POST', `${path}/${id}/transitions/${name}`, {
        body,
      });
      statuses.push(answer.status);
      expect([actor, answer.status]).toEqual([actor, expected.status]);
      if (expected.code !== undefined) expect([actor, codeOf(answer)]).toEqual([actor, expected.code]);
      const now = (await harness.request(owner(), 'GET', `${path}/${id}`)).body as { state: string };
      expect([actor, now.state]).toEqual([
        actor,
        answer.status === 200 ? stateAfter(transition, state) : state,
      ]);
    }
    if (!statuses.includes(200)) untouched.set(state, id);
  });

  // Nobody may call one of the system: its input comes from the code.
  const withInput = Object.entries(transitions).filter(
    ([, { system, input = {} }]) =>
      !system && Object.values(input).some(({ spec }) => spec.required && spec.default === undefined),
  );
  if (withInput.length)
    test.each(withInput)(
      'transition %s: names each missing field of its input',
      async (name, { from, input }) => {
        const id = await makeRecord(resource, harness, owner());
        await reach(resource, harness, owner(), id, from[0] ?? '');
        const answer = await harness.request(owner(), 'POST', `${path}/${id}/transitions/${name}`);
        expect([answer.status, codeOf(answer)]).toEqual([422, 'validation.failed']);
        const { errors } = answer.body as { errors: { pointer: string; code: string }[] };
        for (const [field, { spec }] of Object.entries(input ?? {}))
          if (spec.required && spec.default === undefined)
            expect(errors).toContainEqual(
              expect.objectContaining({ pointer: `/input/${field}`, code: 'validation.not-blank' }),
            );
      },
    );

  test('its confirmations show exactly the fields that they name, and rights are complete', () => {
    for (const [name, { confirm }] of Object.entries(transitions)) {
      expect(transitionRight(resource, name)).toMatch(/^[a-z][\w-]*(\.[\w-]+)+$/);
      if (confirm === undefined || confirm === true) continue;
      for (const texts of Object.values(harness.locales ?? resource.texts)) {
        const body = texts[`${resource.variantOf ?? resource.name}.action.${name}.body`] ?? '';
        const placeholders = [...body.matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
        expect([...new Set(placeholders)].sort()).toEqual([...confirm].sort());
      }
    }
  });
}
