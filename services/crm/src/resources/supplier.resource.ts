import { variantOf } from '@coulisse/resource';
import { ATTACHED, COMPANY, FOLLOW_UP, REACH } from './tiers-fields';
import { tiers } from './tiers.resource';
import en from './supplier.en.json';
import fr from './supplier.fr.json';

export const supplier = variantOf(tiers, 'crm.supplier', {
  path: 'crm/suppliers',
  texts: { fr, en },
  fixed: { kind: 'supplier' },
  fields: ['name', 'photo', ...COMPANY, ...REACH, ...FOLLOW_UP, 'contacts', ...ATTACHED],
  list: ['name', 'siret', 'email', 'telephone', 'group', 'status'],
});
