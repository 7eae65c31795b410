import { EmptyState } from '@coulisse/ui-kit';
import { CalendarX } from 'lucide-react';
import type { Performance } from '../api/types';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { NotifyLink } from '../waiting-list/notify-link';

/** Instead of the plan, where the public cannot buy. */
export default function NotOnSale({ performance }: { performance: Performance }) {
  const t = useText();
  return (
    <EmptyState
      icon={<CalendarX aria-hidden />}
      title={t('seats.not-on-sale')}
      actions={
        <>
          <Link className="c-button" data-kind="main" to={`/spectacles/${performance.show.id}`}>
            {t('seats.other-dates')}
          </Link>
          {performance.availability === 'FULL' && <NotifyLink performanceId={performance.id} />}
        </>
      }
    >
      {performance.organiser.site?.reservationCannotBeSoldMessage || t('seats.not-on-sale.text')}
    </EmptyState>
  );
}
