import { variantOf } from '@coulisse/resource';
import { ATTACHED, FOLLOW_UP, REACH } from './tiers-fields';
import { tiers } from './tiers.resource';

export const particular = variantOf(tiers, 'crm.particular', {
  path: 'crm/particulars',
  fixed: { kind: 'particular' },
  fields: [
    'civility',
    'firstName',
    'lastName',
    'name',
    'particularType',
    'job',
    'photo',
    ...REACH,
    ...FOLLOW_UP,
    'contactOf',
    ...ATTACHED,
  ],
  list: ['name', 'email', 'mobile', 'telephone', 'group', 'status', 'loyalty', 'turnoverHT'],
});
