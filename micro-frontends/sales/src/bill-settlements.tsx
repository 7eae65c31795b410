import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay, useResources, useResourceScreens } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, SkeletonLines, toLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { billSettlements } from './api-paths';

interface Settlement {
  source: 'PAYMENT' | 'AVOIR' | 'BOX_OFFICE';
  amountMinor: number;
  at: string;
  method: string | null;
  record: { id: string; code: string | null };
}
interface Settlements {
  items: Settlement[];
  unallocatedMinor: number;
}

/** Where the record of a settlement is shown. */
const RESOURCES = {
  PAYMENT: 'payments.manual-payment',
  AVOIR: 'sales.avoir',
  BOX_OFFICE: 'ticketing.reservation',
} as const;

/** A link to a record, for those who may read it. */
const RecordLink = ({ resource, id, children }: { resource: string; id: string; children: ReactNode }) => {
  const may = useMay();
  const screens = useResourceScreens(useResources().find(({ name }) => name === resource) ?? null);
  return screens && may(`${resource}.read`) ? <Link to={screens.record(id)}>{children}</Link> : children;
};

/** What settles the bill: payments, credit notes, and money of the box office. */
export const BillSettlements = ({ record }: RecordPartProps) => {
  const { t, i18n } = useTranslation('sales');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const { amountPaid, amountBoxOffice, amountCredited } = record;
  const settlements = useQuery({
    queryKey: ['bill-settlements', record.id, record['version'], amountPaid, amountBoxOffice, amountCredited],
    queryFn: () => api.get<Settlements>(billSettlements(record.id)),
  });
  if (settlements.isError)
    return <Failure failure={settlements.error} onRetry={() => void settlements.refetch()} />;
  const { items = [], unallocatedMinor = 0 } = settlements.data ?? {};
  if (settlements.data && items.length === 0 && unallocatedMinor === 0) return null;
  return (
    <Card>
      <section>
        <h2>{t('settlements.title')}</h2>
        {settlements.isPending && <SkeletonLines />}
        <ul className="s-settlements" role="list">
          {items.map(({ source, amountMinor, at, method, record: { id, code } }, index) => (
            <li key={index} data-testid="settlement">
              <span>
                {t(`settlements.${source}`)}
                {method && ` · ${t(`settlements.method.${method}`)}`}
                {` · ${formatDate(at, language, 'medium')} · `}
                <RecordLink resource={RESOURCES[source]} id={id}>
                  {code || t('settlements.open')}
                </RecordLink>
              </span>
              <strong>{formatMoney(amountMinor, language)}</strong>
            </li>
          ))}
        </ul>
        {unallocatedMinor > 0 && (
          <p className="c-soft" data-testid="unallocated">
            {t('settlements.unallocated', { amount: formatMoney(unallocatedMinor, language) })}
          </p>
        )}
      </section>
    </Card>
  );
};
