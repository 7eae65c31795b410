import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useResourcePath } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, Notice, useLanguage } from '@coulisse/ui-kit';
import type { Informations } from '../api-types';
import { DuplicatesCard } from '../duplicates/duplicates-card';
import { LabelChip } from './label-chip';

/** Side column of a third party: merge notice, possible duplicates, turnover. */
export const TiersAside = ({ record }: RecordPartProps) => {
  const merged = record['mergedInto'] as { id: string; label: string | null } | null | undefined;
  if (merged) return <MergedNotice into={merged} />;
  return (
    <>
      {record['isArchived'] !== true && <DuplicatesCard record={record} />}
      <Turnover record={record} />
    </>
  );
};

const MergedNotice = ({ into }: { into: { id: string; label: string | null } }) => {
  const { t } = useTranslation('crm');
  return (
    <Notice>
      {t('merged.into')} <Link to={`/crm/tiers/${into.id}/informations`}>{into.label ?? into.id}</Link>
    </Notice>
  );
};

const Turnover = ({ record }: Pick<RecordPartProps, 'record'>) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const api = useApi();
  const path = useResourcePath('crm.tiers');
  const query = useQuery({
    queryKey: ['informations', record.id, record['version']],
    queryFn:
      path === null
        ? skipToken
        : async ({ signal }) =>
            (await api.get<{ informations: Informations }>(`${path}/${record.id}/informations`, { signal }))
              .informations,
  });
  if (!query.data) return null;
  const { turnover, merged } = query.data;
  if (turnover.sales === 0 && merged.length === 0) return null;
  return (
    <Card>
      {turnover.sales > 0 && (
        <section>
          <h2>
            {t('turnover.title')}
            <span className="c-push">
              <LabelChip resource="crm.loyalty-label" value={record['loyalty']} />
            </span>
          </h2>
          <dl className="k-figures">
            <div>
              <dt>{t('turnover.amount')}</dt>
              <dd className="c-num">{formatMoney(turnover.amountHT, language)}</dd>
            </div>
            <div>
              <dt>{t('turnover.sales')}</dt>
              <dd className="c-num">{turnover.sales}</dd>
            </div>
            {turnover.lastSaleAt && (
              <div>
                <dt>{t('turnover.last')}</dt>
                <dd>{formatDate(turnover.lastSaleAt, language, 'short')}</dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {merged.length > 0 && (
        <section>
          <h2>{t('merged.title')}</h2>
          <ul role="list" className="k-merged">
            {merged.map(({ id, label }) => (
              <li key={id}>
                <Link to={`/crm/tiers/${id}/informations`}>{label ?? id}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
};
