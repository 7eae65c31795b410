import type { ResourceOverrides } from '@coulisse/mfe-kit';
import { LabelChip, labelCell } from '../third-parties/label-chip';

/** Screens of notes: content, answer and prospect status. */
export const note: ResourceOverrides = {
  list: {
    columns: [
      'title',
      'tiers',
      'date',
      'type',
      'channel',
      'hasAnswer',
      'prospectStatus',
      'successPercentage',
    ],
    tabs: null,
    board: 'prospectStatus',
    cells: { prospectStatus: labelCell('crm.prospect-status') },
  },
  record: {
    subtitle: (record) => <LabelChip resource="crm.prospect-status" value={record['prospectStatus']} />,
    sections: [
      { fields: ['title', 'tiers', 'date', 'type', 'channel', 'content'] },
      { title: 'section.answer', fields: ['hasAnswer', 'answerDate', 'answer'] },
      { title: 'section.prospect', fields: ['prospectStatus', 'successPercentage'] },
    ],
  },
  form: {
    sections: [
      { fields: ['tiers', 'title', 'type', 'channel', 'date', 'content'] },
      { title: 'section.answer', fields: ['answer', 'answerDate', 'hasAnswer'] },
      { title: 'section.prospect', fields: ['prospectStatus', 'successPercentage'] },
    ],
  },
};
