import { variantOf } from '@coulisse/resource';
import { ATTACHED, COMPANY, FOLLOW_UP, REACH } from './tiers-fields';
import { tiers } from './tiers.resource';

export const supplier = variantOf(tiers, 'crm.supplier', {
  path: 'crm/suppliers',
  fixed: { kind: 'supplier' },
  fields: ['name', 'photo', ...COMPANY, ...REACH, ...FOLLOW_UP, 'contacts', ...ATTACHED],
  list: ['name', 'siret', 'email', 'telephone', 'group', 'status'],
});
