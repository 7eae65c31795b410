import { accountErased, consumer } from '@coulisse/service-kit';
import { eraseBuyer } from '../features/personal-data/erase-buyer.command';

/** Forgets the buyer of an erased account. */
export const onAccount = consumer('identity.account.v1', 'sales.on-account', {
  erased: accountErased(eraseBuyer),
});
