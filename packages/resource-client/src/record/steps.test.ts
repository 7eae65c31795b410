import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { mainStep, stepsOf } from './steps';

const label = (text: string) => ({ fr: text, en: text });
const transition = (name: string, to: string, overrides: object = {}) => ({
  name,
  from: ['DRAFT'],
  to,
  label: label(name),
  may: true,
  bulk: true,
  ...overrides,
});
const descriptor = {
  lifecycle: {
    states: ['DRAFT', 'SENT', 'PAID', 'CANCELLED'],
    path: ['DRAFT', 'SENT', 'PAID'],
    stateLabels: {},
    tones: { DRAFT: 'neutral', SENT: 'info', PAID: 'good', CANCELLED: 'bad' },
    transitions: [
      transition('cancel', 'CANCELLED', {
        words: { confirm: label('Annuler la commande'), keep: label('Garder la commande') },
      }),
      transition('send', 'SENT'),
      transition('post', 'SENT', { confirm: true }),
      transition('pay', 'PAID', { auto: true }),
      transition('secret', 'SENT', { may: false }),
      transition('reopen', 'DRAFT', { from: ['SENT'] }),
    ],
  },
} as unknown as ResourceDescriptor;
const record = {
  id: '1',
  version: 1,
  state: 'DRAFT',
  _actions: [
    { name: 'send', allowed: false, blockers: [{ code: 'a', detail: 'Sans ligne.' }, { code: 'b' }] },
    { name: 'post', allowed: true, blockers: [] },
  ],
};

it('offers the manual transitions of the current state, with the reasons of blocked ones', () => {
  expect(
    stepsOf(descriptor, record, 'fr').map(({ name, allowed, reasons }) => [name, allowed, reasons]),
  ).toEqual([
    ['cancel', true, ''],
    ['send', false, 'Sans ligne. b'],
    ['post', true, ''],
  ]);
});

it('confirms a transition that is declared so, or that leads to a bad final state', () => {
  const asks = Object.fromEntries(stepsOf(descriptor, record, 'fr').map((step) => [step.name, step.asks]));
  expect(asks).toEqual({ cancel: true, send: false, post: true });
});

it('uses the service’s texts for both buttons of the confirmation', () => {
  const words = Object.fromEntries(stepsOf(descriptor, record, 'fr').map((step) => [step.name, step.words]));
  expect(words).toEqual({
    cancel: { confirm: 'Annuler la commande', cancel: 'Garder la commande' },
    send: undefined,
    post: undefined,
  });
});

it('proposes the possible transition to the nearest state of the normal course', () => {
  expect(mainStep(stepsOf(descriptor, record, 'fr'))).toBe('post');
  expect(mainStep([])).toBeUndefined();
});

it('prefers the normal course to a transition that stands before it, and does not skip a state', () => {
  const transitions = [
    transition('park', 'PARKED'),
    transition('settle', 'PAID'),
    transition('send', 'SENT'),
  ];
  const lifecycle = { ...descriptor.lifecycle, transitions };
  const steps = (actions: object[]) =>
    stepsOf({ lifecycle } as unknown as ResourceDescriptor, { ...record, _actions: actions } as never, 'fr');
  expect(mainStep(steps([]))).toBe('send');
  expect(mainStep(steps([{ name: 'send', allowed: false, blockers: [] }]))).toBe('settle');
  const blocked = ['send', 'settle'].map((name) => ({ name, allowed: false, blockers: [] }));
  expect(mainStep(steps(blocked))).toBe('park');
});

it('does not propose what is only done again; what always keeps the state may be the next step', () => {
  const transitions = [
    transition('send', 'SENT'),
    transition('send', 'same', { from: ['PAID'] }),
    transition('allocate', 'same', { from: ['PAID'] }),
  ];
  const lifecycle = { ...descriptor.lifecycle, transitions };
  const steps = (offered: readonly object[]) =>
    stepsOf(
      { lifecycle: { ...lifecycle, transitions: offered } } as unknown as ResourceDescriptor,
      { ...record, state: 'PAID', _actions: [] },
      'fr',
    );
  expect(steps(transitions).map(({ name, distance, again }) => [name, distance, again])).toEqual([
    ['send', 0, true],
    ['allocate', 0, false],
  ]);
  expect(mainStep(steps(transitions))).toBe('allocate');
  expect(mainStep(steps(transitions.slice(0, 2)))).toBeUndefined();
});
