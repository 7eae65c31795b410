import { skipToken, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import type { Page } from '../../api-types';
import { yearlyLimitText } from './yearly-limit';

interface Settings {
  id: string;
  yearlyTicketLimit: number | null;
  ticketsThisYear: number;
}

/** Warns those who manage the settings when the tickets of the year come near their limit; a link to it. */
export const YearlyLimitWarning = () => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const path = useResourcePath('ticketing.ticketing-settings');
  const settings = useQuery({
    queryKey: ['yearly-limit'],
    queryFn:
      path === null || !may('ticketing.settings.read')
        ? skipToken
        : () => api.get<Page<Settings>>(`${path}?size=1`),
  });
  const [own] = settings.data?.items ?? [];
  const text = own && yearlyLimitText(own.ticketsThisYear, own.yearlyTicketLimit);
  if (!own || !text) return null;
  return (
    <Link className="c-button" data-kind="quiet" to={`/configuration/settings/${own.id}`}>
      <TriangleAlert className="c-icon" aria-hidden />
      {t(text, { issued: own.ticketsThisYear, limit: own.yearlyTicketLimit })}
    </Link>
  );
};
