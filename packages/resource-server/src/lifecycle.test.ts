import {
  blocked,
  defineResource,
  int,
  text,
  type AnyRecord,
  type ResourceDefinition,
} from '@coulisse/resource';
import { systemActor, type Actor } from '@coulisse/service-kit/actor';
import {
  dueTransition,
  isWrongState,
  presentActions,
  presentBlockers,
  readsFacts,
  transitionBlockers,
} from './lifecycle';

const loan: ResourceDefinition = defineResource('sample.loan', {
  path: 'sample/loans',
  rights: 'sample.loan',
  fields: { title: text().required(), days: int() },
  lifecycle: {
    states: ['OUT', 'LATE', 'BACK'],
    transitions: {
      remind: {
        from: ['LATE'],
        to: 'LATE',
        right: 'update',
        needs: [({ record: { title } }) => title === 'x' && blocked('holiday.no-line')],
      },
      giveBack: { from: ['OUT', 'LATE'], to: 'BACK', right: 'close' },
      fallDue: { from: ['OUT'], to: 'LATE', auto: true, when: ({ days }) => (days ?? 0) > 30 },
      forgive: {
        from: ['LATE'],
        to: 'OUT',
        auto: true,
        when: ({ days }) => days === 0,
        needs: [({ record: { title } }) => title === 'x' && blocked('holiday.no-line')],
      },
      writeOff: { from: ['OUT', 'LATE'], to: 'BACK', system: true },
    },
  },
});
const record = (state: string, days = 1, title = 'Projecteur') =>
  ({ state, days, title }) as unknown as AnyRecord;
const system = systemActor(null, 'test');
const boss: Actor = { ...system, kind: 'staff' };
const clerk: Actor = { ...boss, rights: ['sample.loan.update'] };
const codes = (name: string, loanRecord: AnyRecord, actor = boss) =>
  transitionBlockers(loan, name, { actor, record: loanRecord, facts: undefined }).map(({ code }) => code);

test('facts are read for a transition that something decides or writes from them', () => {
  const { transitions } = loan.lifecycle!;
  expect(readsFacts(transitions.remind!)).toBe(true);
  expect(readsFacts(transitions.writeOff!)).toBe(false);
  for (const part of [
    { inputRules: [() => blocked('holiday.no-line')] },
    { values: () => ({}) },
    { emits: () => null },
    { effects: [() => undefined] },
  ])
    expect(readsFacts({ ...transitions.writeOff!, ...part })).toBe(true);
  expect(readsFacts({ ...transitions.writeOff!, needs: [], effects: [] })).toBe(false);
});

test.each([
  ['a matching state', 'remind', record('LATE'), boss, []],
  ['a wrong state', 'remind', record('OUT'), boss, ['transition.impossible']],
  ['a blocking guard', 'remind', record('LATE', 1, 'x'), boss, ['holiday.no-line']],
  ['a missing right', 'giveBack', record('OUT'), clerk, ['security.insufficient-privilege']],
  ['the name of an automatic one', 'fallDue', record('OUT', 31), boss, ['transition.impossible']],
  [
    'the name of one that only the system does',
    'writeOff',
    record('OUT'),
    boss,
    ['security.insufficient-privilege'],
  ],
  ['the same name, by the system', 'writeOff', record('OUT'), system, []],
  ['an unknown name', 'constructor', record('OUT'), boss, ['transition.impossible']],
])(
  'returns the blockers of a transition with %s (R-018, R-136)',
  (_what, name, loanRecord, actor, expected) => {
    expect(codes(name, loanRecord, actor)).toEqual(expected);
    const blockers = transitionBlockers(loan, name, { actor, record: loanRecord, facts: undefined });
    expect(isWrongState(blockers)).toBe(expected[0] === 'transition.impossible');
  },
);

test('offers only manual transitions, each with its blockers in the language of the caller', () => {
  const locales = { fr: { 'sample.loan.state.OUT': 'Sorti' }, en: {} };
  expect(presentActions({ resource: loan, actor: boss, language: 'fr' }, record('OUT'), locales)).toEqual([
    {
      name: 'remind',
      allowed: false,
      blockers: [
        {
          code: 'transition.impossible',
          params: { state: 'OUT' },
          detail: 'Cette action n’est pas possible dans l’état « Sorti ».',
        },
      ],
    },
    { name: 'giveBack', allowed: true, blockers: [] },
  ]);
  const blockers = transitionBlockers(loan, 'remind', {
    ...{ actor: boss, record: record('LATE', 1, 'x'), facts: undefined },
  });
  expect(presentBlockers(loan, 'en', blockers, undefined)).toEqual([
    { code: 'holiday.no-line', params: {}, detail: 'The holiday has no line.' },
  ]);
});

test.each([
  ['no condition holds', record('OUT', 30), undefined],
  ['a condition holds', record('OUT', 31), 'fallDue'],
  ['the condition holds in another state', record('BACK', 31), undefined],
  ['a guard blocks it', record('LATE', 0, 'x'), undefined],
  ['no guard blocks it', record('LATE', 0), 'forgive'],
])('the due automatic transition when %s', async (_when, loanRecord, expected) =>
  expect(await dueTransition(loan, system, loanRecord, async () => undefined)).toBe(expected),
);
