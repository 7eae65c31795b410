import { bool, date, defineResource, document, documentTotals, ref, text } from '@coulisse/resource';

/** Refers to a variant; at most one check per gadget and day. */
export const check = defineResource('sample.check', {
  path: 'sample/checks',
  rights: 'sample.check',
  fields: { gadget: ref('sample.toy').required(), day: date().required(), passed: bool(), remark: text() },
  list: ['gadget', 'day', 'passed'],
  sort: '-day',
  uniqueTogether: [{ fields: ['gadget', 'day'], code: 'validation.already-used' }],
});

/** A commercial document: lines, totals, a number when it is posted, a state that depends on payment. */
export const bill = defineResource('sample.bill', {
  path: 'sample/bills',
  rights: 'sample.bill',
  fields: document(
    { series: 'bill', prefix: 'F', on: 'post' },
    { title: text().required().searchable(), paid: bool() },
  ),
  derive: documentTotals,
  lifecycle: {
    states: ['DRAFT', 'POSTED', 'PAID'],
    tones: { PAID: 'good' },
    transitions: {
      post: { from: ['DRAFT'], to: 'POSTED', confirm: true },
      pay: { from: ['POSTED'], to: 'PAID', auto: true, when: ({ paid }) => paid },
      back_to_draft: { from: ['POSTED'], to: 'DRAFT', bulk: false },
    },
  },
  list: ['code', 'title', 'totalTTC', 'state'],
  label: 'title',
  sort: '-createdAt',
});
