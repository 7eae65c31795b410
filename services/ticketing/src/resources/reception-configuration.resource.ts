import { computed, defineResource, json, text } from '@coulisse/resource';
import type { ReceptionColumns } from '../features/reception/reception-configuration.store';
import en from './reception-configuration.en.json';
import fr from './reception-configuration.fr.json';

/** Names of the columns that are shown, as the routes of the reception call them. */
const SHOWN = `(SELECT string_agg(c.key, ', ' ORDER BY c.key) FROM jsonb_each_text(t.columns) c WHERE c.value = 'true')`;

/**
 * Which columns of the reception list a person shows. The reception saves it for whoever uses it; the generic
 * routes list it, for each person their own.
 */
export const receptionConfiguration = defineResource('ticketing.reception-configuration', {
  path: 'prestiscene/reception-configurations',
  texts: { fr, en },
  rights: 'ticketing.reception-configuration',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'own' } },
  access: { own: 'createdBy' },
  table: 'reception_configuration_record',
  view: true,
  operations: ['read'],
  fields: {
    columns: json<ReceptionColumns>().readonly(),
    shownColumns: computed(text(), SHOWN),
  },
  list: ['shownColumns', 'updatedAt'],
  label: 'shownColumns',
  referable: false,
  sums: [],
  sort: '-updatedAt',
});
