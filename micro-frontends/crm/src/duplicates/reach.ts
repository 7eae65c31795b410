import { formatPhone } from '@coulisse/ui-kit';
import type { TiersSummary } from '../api-types';

/** How somebody is reached and where they are, as far as it is known: enough to tell two of one name apart. */
export const reachOf = ({ email, telephone, zipCode, city }: TiersSummary): string =>
  [email, telephone && formatPhone(telephone), [zipCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ');
