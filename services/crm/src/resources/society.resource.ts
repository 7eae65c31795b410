import { variantOf } from '@coulisse/resource';
import { ATTACHED, COMPANY, FOLLOW_UP, REACH } from './tiers-fields';
import { tiers } from './tiers.resource';
import en from './society.en.json';
import fr from './society.fr.json';

export const society = variantOf(tiers, 'crm.society', {
  path: 'crm/societies',
  texts: { fr, en },
  fixed: { kind: 'society' },
  fields: [
    'name',
    'photo',
    ...COMPANY,
    ...REACH,
    ...FOLLOW_UP,
    'subscriptionStart',
    'subscriptionEnd',
    'expiresIn',
    'contacts',
    ...ATTACHED,
  ],
  list: [
    'name',
    'siret',
    'email',
    'telephone',
    'group',
    'subscriptionEnd',
    'expiresIn',
    'loyalty',
    'turnoverHT',
  ],
});
