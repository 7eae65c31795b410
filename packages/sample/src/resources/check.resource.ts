import {
  bool,
  date,
  defineResource,
  document,
  documentTotals,
  numberFormats,
  ref,
  text,
  type Numbering,
} from '@coulisse/resource';

/** Refers to a variant; at most one check per gadget and day. */
export const check = defineResource('sample.check', {
  path: 'sample/checks',
  rights: 'sample.check',
  fields: { gadget: ref('sample.toy').required(), day: date().required(), passed: bool(), remark: text() },
  list: ['gadget', 'day', 'passed'],
  sort: '-day',
  uniqueTogether: [{ fields: ['gadget', 'day'], code: 'validation.already-used' }],
});

const billSeries: Numbering = { series: 'bill', format: 'FA-{YYYY}-{NNNNN}', on: 'post' };
const creditSeries: Numbering = { series: 'credit', format: 'AV-{YYYY}-{NNNNN}', on: 'post' };

/** The formats that a tenant sets; the series `credit` has no document of its own here. */
export const numberFormat = numberFormats('sample', [
  { numbering: billSeries, fr: 'Factures', en: 'Bills' },
  { numbering: creditSeries, fr: 'Avoirs', en: 'Credit notes' },
]);

/** A commercial document: lines, totals, a number when it is posted, a state that depends on payment. */
export const bill = defineResource('sample.bill', {
  path: 'sample/bills',
  rights: 'sample.bill',
  fields: document(
    billSeries,
    { title: text().required().searchable(), paid: bool() },
    { editableIn: ['DRAFT'], lines: { shelf: ref('sample.shelf') } },
  ),
  derive: documentTotals,
  lifecycle: {
    states: ['DRAFT', 'POSTED', 'PAID'],
    tones: { PAID: 'good' },
    transitions: {
      post: { from: ['DRAFT'], to: 'POSTED', right: 'post', confirm: ['title', 'totalTTC'] },
      pay: { from: ['POSTED'], to: 'PAID', auto: true, when: ({ paid }) => paid },
      back_to_draft: { from: ['POSTED'], to: 'DRAFT', right: 'update', bulk: false },
    },
  },
  list: ['code', 'title', 'totalTTC', 'state'],
  label: 'title',
  sort: '-createdAt',
});
