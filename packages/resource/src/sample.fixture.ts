import {
  blocked,
  bool,
  children,
  decimal,
  defineResource,
  enumeration,
  money,
  ref,
  refs,
  text,
} from './index';

/** Sample resources of this package's tests. */
export const shelf = defineResource('sample.shelf', {
  path: 'sample/shelves',
  rights: 'sample.shelf',
  fields: { name: text({ max: 40 }).required().unique().searchable().help() },
});
export const order = defineResource('sample.purchase-order', {
  path: 'sample/purchase-orders',
  rights: 'sample.order',
  fields: {
    title: text().required(),
    planId: ref('sample.shelf'),
    shelf: ref('sample.shelf').required(),
    buyer: ref('elsewhere.person', { only: { role: ['BUYER'] } }),
    others: refs('sample.shelf'),
    size: enumeration(['S', '10 M']).default('S'),
    urgent: bool(),
    lines: children({ label: text().required(), price: money() }, { entity: 'sample.line' }),
    total: decimal(),
  },
  derive: { total: (record) => String(record.lines.length) },
  rules: [(record) => record.lines.length === 0 && blocked('purchase.empty')],
  lifecycle: {
    states: ['DRAFT', 'SENT', 'LOST'],
    tones: { SENT: 'good', LOST: 'bad' },
    transitions: {
      send: {
        from: ['DRAFT'],
        to: 'SENT',
        right: 'send',
        input: { carrier: text({ max: 40 }).required(), note: text() },
        confirm: ['title', 'total'],
      },
      reopen: { from: ['SENT'], to: 'DRAFT', right: 'update' },
      print: { from: ['DRAFT', 'SENT'], to: 'same', right: 'read' },
      confirm: { from: ['DRAFT', 'SENT', 'LOST'], to: 'SENT', keeps: ['LOST'], right: 'read' },
      receive: { from: ['SENT'], to: 'LOST', system: true },
    },
  },
  list: ['title', 'shelf', 'state', 'createdAt'],
  sort: '-createdAt',
});
