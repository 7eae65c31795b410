import { blocked, children, date, defineResource, bool, decimal, text } from '@coulisse/resource';

/** Rules, derived values and a lifecycle. */
export const holiday = defineResource('sample.holiday', {
  path: 'sample/holidays',
  rights: 'sample.holiday',
  access: { own: 'createdBy' },
  grants: {
    ADMINISTRATOR: 'all',
    USER: { read: 'team', create: 'all', update: 'own', delete: 'own', decide: 'team' },
  },
  fields: {
    title: text({ max: 120 }).required().searchable(),
    lines: children({
      start: date().required(),
      end: date().required(),
      halfDay: bool(),
      days: decimal().required(),
    }),
    totalDays: decimal(),
  },
  derive: {
    totalDays: (holiday) => holiday.lines.reduce((sum, line) => sum + Number(line.days), 0).toFixed(4),
  },
  rules: [
    ({ lines }) => {
      const wrong = lines.findIndex((line) => line.halfDay && line.start !== line.end);
      return wrong >= 0 && blocked('holiday-line.half-day-single-date', {}, `/lines/${wrong}/end`);
    },
  ],
  lifecycle: {
    states: ['DRAFT', 'VALIDATED', 'REFUSED'],
    tones: { VALIDATED: 'good', REFUSED: 'bad' },
    transitions: {
      valid: {
        from: ['DRAFT'],
        to: 'VALIDATED',
        right: 'decide',
        needs: [({ record }) => record.lines.length === 0 && blocked('holiday.no-line')],
      },
      refuse: { from: ['DRAFT', 'VALIDATED'], to: 'REFUSED', right: 'sample.holiday.decide' },
      back_to_draft: { from: ['VALIDATED', 'REFUSED'], to: 'DRAFT', right: 'update' },
    },
  },
  list: ['title', 'totalDays', 'state'],
  emits: (holiday, action) =>
    action === 'valid'
      ? {
          topic: 'crm.tiers.v1',
          event: {
            $case: 'changed',
            value: { tiersId: holiday.id, version: holiday.version, label: holiday.title },
          },
        }
      : null,
});
