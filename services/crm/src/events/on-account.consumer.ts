import { accountErased, consumer } from '@coulisse/service-kit';
import { eraseBuyer } from '../features/erasure/erase-buyer.command';

/** Erases the third party of an erased account. */
export const onAccount = consumer('identity.account.v1', 'crm.on-account', {
  erased: accountErased(eraseBuyer),
});
