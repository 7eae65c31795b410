import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Leads from the list of performances to their calendar. */
export const CalendarLink = () => {
  const { t } = useTranslation('ticketing');
  return (
    <Link className="c-button" to="/configuration/spetacle-calendar">
      <CalendarDays className="c-icon" aria-hidden />
      {t('calendar.open')}
    </Link>
  );
};
