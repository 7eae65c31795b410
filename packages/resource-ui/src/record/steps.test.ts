import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { mainStep, stepsOf } from './steps';

const label = (text: string) => ({ fr: text, en: text });
const transition = (name: string, to: string, more: object = {}) => ({
  name,
  from: ['DRAFT'],
  to,
  label: label(name),
  may: true,
  bulk: true,
  ...more,
});
const descriptor = {
  lifecycle: {
    states: ['DRAFT', 'SENT', 'PAID', 'CANCELLED'],
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

it('offers what leaves the state of now by hand, and says why not', () => {
  expect(
    stepsOf(descriptor, record, 'fr').map(({ name, allowed, reasons }) => [name, allowed, reasons]),
  ).toEqual([
    ['cancel', true, ''],
    ['send', false, 'Sans ligne. b'],
    ['post', true, ''],
  ]);
});

it('asks before a step that was declared so, or that leads to a bad end', () => {
  const asks = Object.fromEntries(stepsOf(descriptor, record, 'fr').map((step) => [step.name, step.asks]));
  expect(asks).toEqual({ cancel: true, send: false, post: true });
});

it('names both buttons of the question where the service has words for them', () => {
  const words = Object.fromEntries(stepsOf(descriptor, record, 'fr').map((step) => [step.name, step.words]));
  expect(words).toEqual({
    cancel: { confirm: 'Annuler la commande', keep: 'Garder la commande' },
    send: undefined,
    post: undefined,
  });
});

it('proposes the first possible step that leads somewhere good', () => {
  expect(mainStep(stepsOf(descriptor, record, 'fr'))).toBe('post');
  expect(mainStep([])).toBeUndefined();
});
