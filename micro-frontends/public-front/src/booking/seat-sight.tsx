import { useQuery } from '@tanstack/react-query';
import { readPublic } from '../api/client';
import { performancePath } from '../api/queries';
import type { Plan } from '../api/types';
import { useText } from '../app/use-text';
import { useGroupName } from './seat-words';
import { type SeatView, viewsOfSeats } from './views-of-seats';
import type { Picker } from './use-picker';
import '../styles/seat-sight.css';

const WIDTHS = [360, 480, 720, 960];

/** What is seen from the chosen seats, where the theatre has pictures of it. */
export default function SeatSight({ plan, picker }: { plan: Plan; picker: Picker }) {
  const t = useText();
  const groupName = useGroupName();
  const { data } = useQuery({
    // Other seats may have other pictures.
    queryKey: ['seat-views', plan.performanceId, plan.seatingId],
    queryFn: ({ signal }) =>
      readPublic<{ items: SeatView[] }>(`${performancePath(plan.performanceId)}/plan/views`, signal),
    staleTime: Infinity,
    // The sale does not depend on it.
    retry: false,
  });
  const chosen = picker.seats.filter(({ state }) => state === 'MINE');
  return viewsOfSeats(data?.items ?? [], chosen).map(({ view, seats }) => {
    const at = (width: number) => `/app-api/files/${view.fileId}/view/${width}`;
    return (
      <figure key={view.fileId} className="seat-sight">
        <img
          loading="lazy"
          sizes="(max-width: 45em) 100vw, 480px"
          srcSet={WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ')}
          src={at(480)}
          alt={view.alt}
          width={480}
          height={270}
        />
        <figcaption>{t('sight.caption', { seats: groupName(seats) })}</figcaption>
      </figure>
    );
  });
}
