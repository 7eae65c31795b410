import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { PerformanceReservations } from './performance-reservations';
import { PerformanceRoom } from './performance-room';

/** What is sold of a performance comes before how it is set up. */
export const PerformanceLead = ({ record: { id } }: RecordPartProps) => {
  const mayFigures = useMay()('ticketing.figures.read');
  return (
    <>
      <PerformanceRoom id={id} mayFigures={mayFigures} />
      <PerformanceReservations id={id} />
    </>
  );
};
