import {
  blocked,
  defineResource,
  int,
  text,
  type AnyRecord,
  type ResourceDefinition,
} from '@coulisse/resource';
import { systemActor, type Actor } from '../actor';
import {
  dueTransition,
  isWrongState,
  presentActions,
  presentBlockers,
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
        needs: [({ title }) => title === 'x' && blocked('holiday.no-line')],
      },
      giveBack: { from: ['OUT', 'LATE'], to: 'BACK', right: 'close' },
      fallDue: { from: ['OUT'], to: 'LATE', auto: true, when: ({ days }) => (days ?? 0) > 30 },
      forgive: {
        from: ['LATE'],
        to: 'OUT',
        auto: true,
        when: ({ days }) => days === 0,
        needs: [({ title }) => title === 'x' && blocked('holiday.no-line')],
      },
    },
  },
});
const record = (state: string, days = 1, title = 'Projecteur') =>
  ({ state, days, title }) as unknown as AnyRecord;
const boss = systemActor(null, 'test');
const clerk: Actor = { ...boss, rights: ['sample.loan.update'] };
const codes = (name: string, one: AnyRecord, actor = boss) =>
  transitionBlockers(loan, actor, one, name).map(({ code }) => code);

test.each([
  ['the state it begins in', 'remind', record('LATE'), boss, []],
  ['another state', 'remind', record('OUT'), boss, ['transition.impossible']],
  ['a guard that holds back', 'remind', record('LATE', 1, 'x'), boss, ['holiday.no-line']],
  ['a right that is missing', 'giveBack', record('OUT'), clerk, ['security.insufficient-privilege']],
  ['what happens by itself', 'fallDue', record('OUT', 31), boss, ['transition.impossible']],
  ['what is none', 'constructor', record('OUT'), boss, ['transition.impossible']],
])('a transition and %s', (_what, name, one, actor, expected) => {
  expect(codes(name, one, actor)).toEqual(expected);
  expect(isWrongState(transitionBlockers(loan, actor, one, name))).toBe(
    expected[0] === 'transition.impossible',
  );
});

test('only transitions of people are offered, each with its reason in the words of the caller', () => {
  const locales = { fr: { 'sample.loan.state.OUT': 'Sorti' }, en: {} };
  expect(presentActions({ resource: loan, actor: boss, language: 'fr' }, record('OUT'), locales)).toEqual([
    {
      name: 'remind',
      allowed: false,
      blockers: [
        {
          code: 'transition.impossible',
          params: { state: 'OUT' },
          detail: "Cette action n'est pas possible dans l'état « Sorti ».",
        },
      ],
    },
    { name: 'giveBack', allowed: true, blockers: [] },
  ]);
  const blockers = transitionBlockers(loan, boss, record('LATE', 1, 'x'), 'remind');
  expect(presentBlockers(loan, 'en', blockers, undefined)).toEqual([
    { code: 'holiday.no-line', params: {}, detail: 'The holiday has no line.' },
  ]);
});

test.each([
  ['nothing is due', record('OUT', 30), undefined],
  ['a condition holds', record('OUT', 31), 'fallDue'],
  ['it holds in another state', record('BACK', 31), undefined],
  ['a guard holds back', record('LATE', 0, 'x'), undefined],
  ['nothing holds back', record('LATE', 0), 'forgive'],
])('by itself, when %s', (_when, one, expected) => expect(dueTransition(loan, one)).toBe(expected));
