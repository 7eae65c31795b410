import {
  bool,
  date,
  defineResource,
  text,
  stateAfter,
  transitionOf,
  transitionRight,
  isWritable,
  localeKeys,
  blocked,
  type InputOf,
  type RecordOf,
  type StateOf,
  type TransitionOf,
} from './index';
import { order, shelf } from './sample.fixture';

const spec = {
  path: 'x',
  rights: 'x',
  fields: { name: text().required(), on: date(), done: bool() },
} as const;

describe('defineResource', () => {
  test('fills in the defaults', () => {
    expect(shelf).toMatchObject({
      service: 'sample',
      entity: 'shelf',
      table: 'shelf',
      label: 'name',
      sort: 'name',
      list: ['name'],
    });
    expect(order.table).toBe('purchase_order');
    expect(shelf.operations).toEqual(['read', 'create', 'update', 'delete']);
  });
  test('refuses names that would break a table or a route', () => {
    expect(() => defineResource('shelf', spec)).toThrow('not a resource name');
    expect(() => defineResource('sample.Shelf', spec)).toThrow('not a resource name');
    expect(() => defineResource('sample.x', { ...spec, fields: { version: text() } })).toThrow(
      'has a field version already',
    );
  });
  test('does not accept derived and readonly fields from callers', () => {
    expect(isWritable(order, 'title')).toBe(true);
    expect(isWritable(order, 'total')).toBe(false);
  });
  test('a transition requires its own right, by its last segment or as a whole', () => {
    expect(transitionRight(order, 'send')).toBe('sample.order.send');
    expect(transitionRight(order, 'reopen')).toBe('sample.order.update');
  });

  test('a transition leads to its state, or keeps the one that it finds', () => {
    const after = (name: string, state: string) => stateAfter(transitionOf(order, name)!, state);
    expect([after('print', 'DRAFT'), after('print', 'SENT')]).toEqual(['DRAFT', 'SENT']);
    expect([after('confirm', 'DRAFT'), after('confirm', 'SENT')]).toEqual(['SENT', 'SENT']);
    expect(after('confirm', 'LOST')).toBe('LOST');
  });

  test('infers the type of every value, and refuses unknown names', () => {
    type Order = RecordOf<typeof order>;
    const check = (record: Order, state: StateOf<typeof order>, move: TransitionOf<typeof order>) => {
      const sent: 'DRAFT' | 'SENT' | 'LOST' = state;
      const title: string = record.title;
      const size: 'S' | '10 M' = record.size;
      const planId: string | null = record.planId;
      const first: { id: string; label: string; price: string | null } | undefined = record.lines[0];
      // @ts-expect-error a reference that may be empty is not a string
      const wrong: string = record.planId;
      // @ts-expect-error no such transition
      const lost: 'close' = move;
      return { sent, title, size, planId, first, wrong, lost };
    };
    expect(check).toBeDefined();
    const declared = () => [
      // @ts-expect-error no such column
      defineResource('sample.x', { ...spec, list: ['nme'] }),
      // @ts-expect-error no lifecycle, so no state to list
      defineResource('sample.x', { ...spec, list: ['state'] }),
      // @ts-expect-error no such column to sort by
      defineResource('sample.x', { ...spec, sort: '-nme' }),
      // @ts-expect-error a date is text
      defineResource('sample.x', { ...spec, derive: { on: () => 3 } }),
      // @ts-expect-error no such field in a record
      defineResource('sample.x', { ...spec, rules: [(record) => record.nme === '' && null] }),
      defineResource('sample.x', {
        ...spec,
        lifecycle: {
          states: ['A', 'B'],
          // @ts-expect-error no such state
          transitions: { go: { from: ['A'], to: 'C', right: 'update' } },
        },
      }),
      defineResource('sample.x', {
        ...spec,
        lifecycle: {
          states: ['A', 'B'],
          // @ts-expect-error keeps no such state
          transitions: { go: { from: ['A'], to: 'B', keeps: ['C'], right: 'update' } },
        },
      }),
      defineResource('sample.x', {
        ...spec,
        // @ts-expect-error a transition without a right
        lifecycle: { states: ['A', 'B'], transitions: { go: { from: ['A'], to: 'B' } } },
      }),
      defineResource('sample.x', {
        ...spec,
        lifecycle: {
          states: ['A', 'B'],
          // @ts-expect-error the system needs no right
          transitions: { go: { from: ['A'], to: 'B', system: true, right: 'go' } },
        },
      }),
      // @ts-expect-error no such value
      text().default(3),
    ];
    expect(declared).toBeDefined();
  });

  test('infers the input, the facts and the record of each transition', () => {
    const loan = defineResource('sample.loan', {
      ...spec,
      lifecycle: {
        states: ['OUT', 'LATE', 'BACK'],
        facts: async (_reader, { records }) => records.map(({ name }) => ({ fine: name.length })),
        transitions: {
          giveBack: {
            from: ['OUT'],
            to: 'BACK',
            right: 'update',
            input: { remark: text().required(), on: date() },
            needs: [
              ({ record, facts }) => facts.fine > 3 && record.name === '' && blocked('holiday.no-line'),
              // @ts-expect-error guards have no input: the record is shown before anything is filled in
              ({ input }) => void input,
              // @ts-expect-error no such fact
              ({ facts }) => (facts.fines > 3 ? null : false),
            ],
            inputRules: [
              ({ input, record }) =>
                input.remark === record.name && blocked('holiday.no-line', {}, '/input/remark'),
              // @ts-expect-error no such input
              ({ input }) => void input.remrk,
            ],
            values: ({ input }) => ({ on: input.on }),
            effects: [async (_tx, { before, after, input }) => void [before.name, after.on, input.remark]],
          },
          fallDue: { from: ['OUT'], to: 'LATE', auto: true, when: ({ on }) => on === null },
        },
      },
    });
    const check = (input: InputOf<typeof loan, 'giveBack'>, none: InputOf<typeof loan, 'fallDue'>) => {
      const remark: string = input.remark;
      // @ts-expect-error may be empty
      const on: string = input.on;
      // @ts-expect-error has no input
      const other: string = none.remark;
      return { remark, on, other };
    };
    expect(check).toBeDefined();
    expect(localeKeys(loan)).toContain('sample.loan.action.giveBack.input.remark');
  });
});
