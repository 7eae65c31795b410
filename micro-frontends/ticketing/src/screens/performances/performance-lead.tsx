import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { localDay } from '@coulisse/ui-kit';
import { EveningCard } from './evening-card';
import { PerformanceReservations } from './performance-reservations';
import { PerformanceRoom } from './performance-room';

const isEvening = (record: RecordPartProps['record']): boolean =>
  record['isCancelled'] !== true && String(record['date']) <= localDay(new Date());

/** What is sold of a performance comes before how it is set up; from its day on, also how its evening ends. */
export const PerformanceLead = ({ record }: RecordPartProps) => {
  const mayFigures = useMay()('ticketing.figures.read');
  return (
    <>
      <PerformanceRoom id={record.id} mayFigures={mayFigures} />
      {isEvening(record) && <EveningCard record={record} />}
      <PerformanceReservations id={record.id} />
    </>
  );
};
