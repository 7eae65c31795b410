import type { RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand, Opening } from '@coulisse/ui-kit';
import { BuyerAction } from './buyer-action';
import { CollectAction } from './collect-action';
import { ResendAction } from './resend-action';

const ChangeActions = onDemand(async () => (await import('./change-actions')).ChangeActions);
const DocumentActions = onDemand(async () => (await import('./document-actions')).DocumentActions);
const ignore = () => undefined;

/** What staff do with a reservation besides its transitions. */
export const ReservationActions = (props: RecordPartProps) => (
  <>
    <BuyerAction {...props} />
    <ResendAction {...props} />
    <Opening onClose={ignore}>
      <ChangeActions {...props} />
      <DocumentActions {...props} />
    </Opening>
    <CollectAction {...props} />
  </>
);
