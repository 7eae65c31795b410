import { variantOf } from '@coulisse/resource';
import { ATTACHED, FOLLOW_UP, REACH } from './tiers-fields';
import { tiers } from './tiers.resource';
import en from './particular.en.json';
import fr from './particular.fr.json';

export const particular = variantOf(tiers, 'crm.particular', {
  path: 'crm/particulars',
  texts: { fr, en },
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
