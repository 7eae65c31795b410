import {
  blocked,
  bool,
  defineResource,
  document,
  documentTotals,
  longText,
  money,
  ref,
  text,
} from '@coulisse/resource';
import { emission } from '../../src/emission';

/** What the effect of each approval received. */
export const approvals: { title: string; state: string; reason: string; limit: number }[] = [];

/**
 * An expense claim, stored in the table of the sample's bills: input, facts, guards by actor, effects, an event, and
 * states that follow from the rows of a ledger. The ledger of claim X are the shelves named `X…`; their rank is paid.
 */
export const claim = defineResource('sample.bill', {
  path: 'sample/bills',
  rights: 'sample.bill',
  fields: document(
    { series: 'claim', prefix: 'C', on: 'approve' },
    { title: text().required().searchable(), paid: bool() },
    { editableIn: ['DRAFT'] },
  ),
  derive: documentTotals,
  rules: [({ title }) => title.startsWith('refusé:') && blocked('validation.choice', {}, '/title')],
  lifecycle: {
    states: ['DRAFT', 'POSTED', 'PAID'],
    tones: { PAID: 'good' },
    path: ['DRAFT', 'POSTED', 'PAID'],
    // Claims may be approved while the tenant has fewer gadgets than 3.
    facts: async (reader, { records }) => {
      const { rows } = await reader.query<{ gadgets: number }>(
        'SELECT count(*)::int AS gadgets FROM gadget WHERE tenant_id = $1',
        [reader.tenantId],
      );
      return records.map(() => ({ limit: 3, gadgets: rows[0]?.gadgets ?? 0 }));
    },
    derivedFrom: {
      states: ['POSTED', 'PAID'],
      state: async (tx, { record }) => {
        const { rows } = await tx.sql.query<{ paid: number }>(
          'SELECT coalesce(sum(rank), 0)::int AS paid FROM shelf WHERE tenant_id = $1 AND starts_with(name, $2)',
          [tx.tenantId, record.id],
        );
        return (rows[0]?.paid ?? 0) >= Number(record.totalTTC) ? 'PAID' : 'POSTED';
      },
    },
    transitions: {
      approve: {
        from: ['DRAFT'],
        to: 'POSTED',
        right: 'decide',
        input: { reason: longText({ max: 200 }).required(), amount: money(), shelf: ref('sample.shelf') },
        needs: [
          ({ facts }) => facts.gadgets >= facts.limit && blocked('transition.no-items.bill'),
          ({ actor, record }) => record.title === actor.displayName && blocked('holiday.no-line'),
        ],
        inputRules: [
          ({ input, record }) =>
            Number(input.amount) > Number(record.totalTTC) &&
            blocked('validation.value-max', { max: Number(record.totalTTC) }, '/input/amount'),
        ],
        values: ({ input, record }) => ({ title: `${record.title}: ${input.reason}` }),
        effects: [
          function noteApproval(_tx, { after, input, facts }) {
            if (input.reason === 'fail') throw new Error('the effect failed');
            approvals.push({
              title: after.title,
              state: after.state,
              reason: input.reason,
              limit: facts.limit,
            });
          },
        ],
        emits: ({ after, input }) =>
          emission('crm.tiers.v1', {
            $case: 'changed',
            value: { tiersId: after.id, version: after.version, label: input.reason },
          }),
        confirm: ['title', 'totalTTC'],
      },
      reopen: {
        from: ['POSTED'],
        to: 'DRAFT',
        right: 'decide',
        needs: [({ facts }) => facts.gadgets >= facts.limit && blocked('transition.no-items.bill')],
      },
      expire: { from: ['DRAFT'], to: 'PAID', system: true },
    },
  },
  list: ['code', 'title', 'totalTTC', 'state'],
  label: 'title',
  sort: '-createdAt',
});
