import { blocked, children, defineResource, int, money, text } from '@coulisse/resource';

/** Rows with derived values, rules and states of their own; they are edited until the delivery is ordered. */
export const delivery = defineResource('sample.delivery', {
  path: 'sample/deliveries',
  rights: 'sample.delivery',
  fields: {
    title: text().required().searchable(),
    lines: children(
      {
        label: text({ max: 80 }).required(),
        quantity: int({ min: 0 }).required(),
        price: money().required(),
        total: money(),
      },
      {
        derive: { total: ({ quantity, price }) => (quantity * Number(price)).toFixed(2) },
        rules: [({ label }) => label === 'rien' && blocked('validation.choice', {}, '/label')],
        lifecycle: {
          states: ['PENDING', 'RECEIVED'],
          tones: { RECEIVED: 'good' },
          transitions: {
            receive: {
              from: ['PENDING'],
              to: 'RECEIVED',
              right: 'receive',
              needs: [
                ({ quantity }) => quantity === 0 && blocked('validation.value-min', { min: 1 }, '/quantity'),
              ],
            },
          },
        },
        editableIn: ['DRAFT'],
      },
    ),
  },
  lifecycle: {
    states: ['DRAFT', 'ORDERED'],
    transitions: { order: { from: ['DRAFT'], to: 'ORDERED', right: 'update' } },
  },
  list: ['title', 'state'],
});
