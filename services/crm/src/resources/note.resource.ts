import {
  blocked,
  bool,
  date,
  datetime,
  defineResource,
  longText,
  percent,
  ref,
  text,
} from '@coulisse/resource';
import en from './note.en.json';
import fr from './note.fr.json';

/** A conversation with a third party: channel, answer and chances of success. */
export const note = defineResource('crm.note', {
  path: 'crm/notes',
  texts: { fr, en },
  rights: 'crm.note',
  access: { own: 'createdBy' },
  grants: {
    ADMINISTRATOR: 'all',
    USER: { read: 'all', create: 'all', update: 'all', delete: 'own' },
  },
  fields: {
    title: text({ max: 200 }).required().searchable(),
    tiers: ref('crm.tiers').required(),
    type: ref('crm.note-type'),
    channel: ref('crm.channel'),
    /** Defaults to now. */
    date: datetime(),
    content: longText().searchable(),
    answer: longText(),
    answerDate: date(),
    hasAnswer: bool().help(),
    prospectStatus: ref('crm.prospect-status').help(),
    successPercentage: percent({ min: 0, max: 100, decimals: 2 }).help(),
  },
  rules: [
    ({ date: at, answerDate }) =>
      at !== null &&
      answerDate !== null &&
      answerDate < at.slice(0, 10) &&
      blocked('validation.value-min', { min: at.slice(0, 10) }, '/answerDate'),
  ],
  attachable: true,
  list: ['title', 'tiers', 'type', 'channel', 'date', 'hasAnswer', 'prospectStatus', 'successPercentage'],
  label: 'title',
  sort: '-date',
});
