import { lazy, Suspense } from 'react';
import type { RecordPartProps } from '@coulisse/mfe-kit';
import { WaitingRoomCard } from './waiting-room-card';

const WaitingListCard = lazy(() => import('./waiting-list-card'));

/** Who waits for a performance: for admission to its sale, and for seats when it is sold out. */
export const PerformanceExtra = (props: RecordPartProps) => (
  <>
    <Suspense fallback={null}>
      <WaitingListCard id={props.record.id} />
    </Suspense>
    <WaitingRoomCard {...props} />
  </>
);
