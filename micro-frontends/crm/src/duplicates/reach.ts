import { formatPhone } from '@coulisse/ui-kit';
import type { TiersSummary } from '../api-types';

/** Contact data and place of a third party, to distinguish two of the same name. */
export const contactSummary = ({ email, telephone, zipCode, city }: TiersSummary): string =>
  [email, telephone && formatPhone(telephone), [zipCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ');
