import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CopyCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  EmptyState,
  formatDate,
  formatNumber,
  SkeletonLines,
  useLanguage,
} from '@coulisse/ui-kit';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import type { DuplicateGroup, Page, TiersSummary } from '../api-types';
import { contactSummary } from './reach';
import { SimilarityChips } from './similarity';
import { useDistinct } from './use-distinct';

const SIZE = 20;

/** Groups of similar third parties, to merge or to mark as distinct. */
const Duplicates = () => {
  const path = useResourcePath('crm.tiers');
  return path === null ? <Unavailable /> : <DuplicateGroups path={path} />;
};

interface TiersPath {
  /** API path of the third parties. */
  path: string;
}

const DuplicateGroups = ({ path }: TiersPath) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const api = useApi();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const query = useQuery({
    queryKey: ['duplicates', 'groups', page],
    queryFn: ({ signal }) =>
      api.get<Page<DuplicateGroup>>(`${path}/_duplicates?page=${page}&size=${SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={8} />;
  const { items } = query.data;
  const total = query.data.page.total ?? items.length;
  const pages = Math.max(1, Math.ceil(total / SIZE));
  return (
    <div className="k-page">
      <header className="k-head">
        <h1>
          {t('menu.duplicates')} <span className="c-faint r-number">{formatNumber(total, language)}</span>
        </h1>
        <p className="c-soft">{t('duplicates.intro')}</p>
      </header>
      {items.length === 0 && (
        <EmptyState icon={<CopyCheck aria-hidden />} title={t('duplicates.none')}>
          {t('duplicates.none.why')}
        </EmptyState>
      )}
      {items.map((group) => (
        <GroupCard key={group.tiers.map(({ id }) => id).join()} group={group} path={path} />
      ))}
      {pages > 1 && (
        <nav className="k-pages" aria-label={t('duplicates.pages')}>
          <Button disabled={page === 1} onClick={() => setSearch({ page: String(page - 1) })}>
            {t('duplicates.previous')}
          </Button>
          <span className="c-soft r-number">{t('duplicates.page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => setSearch({ page: String(page + 1) })}>
            {t('duplicates.next')}
          </Button>
        </nav>
      )}
    </div>
  );
};

const GroupCard = ({ group: { tiers, ...similarity }, path }: TiersPath & { group: DuplicateGroup }) => {
  const { t } = useTranslation('crm');
  const [oldest, ...others] = tiers;
  if (!oldest) return null;
  return (
    <Card data-testid="duplicate-group">
      <section>
        <h2 className="k-group-title">
          {oldest.name}
          <SimilarityChips {...similarity} />
        </h2>
        <ul role="list" className="k-alike">
          <Member tiers={oldest} path={path} />
          {others.map((duplicate) => (
            <Member key={duplicate.id} tiers={duplicate} oldest={oldest} path={path} />
          ))}
        </ul>
        {others.length > 1 && <p className="c-faint">{t('duplicates.several')}</p>}
      </section>
    </Card>
  );
};

const Member = ({ tiers, oldest, path }: TiersPath & { tiers: TiersSummary; oldest?: TiersSummary }) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const may = useMay();
  const distinct = useDistinct(path);
  return (
    <li>
      <Link to={`/crm/tiers/${tiers.id}/informations`}>{tiers.name}</Link>
      <span className="c-soft">{contactSummary(tiers) || t('duplicates.nothing')}</span>
      <small className="c-faint">{t('merge.since', { date: formatDate(tiers.createdAt, language) })}</small>
      {oldest && (
        <span className="c-actions">
          {may('crm.tiers.merge') && (
            <Link
              className="c-button"
              data-kind="plain"
              data-size="small"
              to={`/crm/tiers/${oldest.id}/merge/${tiers.id}`}
            >
              {t('duplicates.compare')}
            </Link>
          )}
          {may('crm.tiers.update') && (
            <Button
              kind="quiet"
              size="small"
              busy={distinct.isPending}
              onClick={() => distinct.mutate({ id: oldest.id, other: tiers.id })}
            >
              {t('duplicates.distinct')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
};

export default Duplicates;
