import type { RecordPartProps } from '@coulisse/mfe-kit';
import { BuyerAction } from './buyer-action';
import { CollectAction } from './collect-action';
import { ResendAction } from './resend-action';

/** What staff do with a reservation besides its transitions. */
export const ReservationActions = (props: RecordPartProps) => (
  <>
    <BuyerAction {...props} />
    <ResendAction {...props} />
    <CollectAction {...props} />
  </>
);
