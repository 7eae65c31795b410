import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Card, StateChip } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import type { Page, PlanSummary } from '../../api-types';

const PlanState = ({ plan: { publishedVersion, draftSavedAt } }: { plan: PlanSummary }) => {
  const { t } = useTranslation('ticketing');
  if (publishedVersion === 0) return <StateChip>{t('plan.state.draft')}</StateChip>;
  return (
    <>
      <StateChip tone="good">{t('plan.state.published')}</StateChip>
      {draftSavedAt && <span className="c-soft"> {t('plans.changed')}</span>}
    </>
  );
};

/** Plans of a room, on its page. */
export const RoomPlans = ({ record, descriptor }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const path = `${descriptor.path}/${record.id}/plans`;
  const plans = useQuery({ queryKey: ['plans', record.id], queryFn: () => api.get<Page<PlanSummary>>(path) });
  return (
    <Card>
      <section>
        <h2>
          {t('plans.title')}
          {may('ticketing.room.update') && (
            <Link
              className="c-button c-push"
              data-size="small"
              to={`/configuration/salles/${record.id}/plans/add`}
            >
              <Plus className="c-icon" aria-hidden />
              {t('plans.add')}
            </Link>
          )}
        </h2>
        {plans.isError && <Failure failure={plans.error} onRetry={() => void plans.refetch()} />}
        {plans.data?.items.length === 0 && <p className="c-soft">{t('plans.none')}</p>}
        {plans.data && plans.data.items.length > 0 && (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('plans.name')}</th>
                <th scope="col" className="c-num">
                  {t('plans.seats')}
                </th>
                <th scope="col">{t('plans.state')}</th>
              </tr>
            </thead>
            <tbody>
              {plans.data.items.map((plan) => (
                <tr key={plan.id}>
                  <td>
                    <Link to={`/configuration/salles/${record.id}/plans/${plan.id}`}>{plan.name}</Link>
                  </td>
                  <td className="c-num">{plan.seatCount}</td>
                  <td>
                    <PlanState plan={plan} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
};
