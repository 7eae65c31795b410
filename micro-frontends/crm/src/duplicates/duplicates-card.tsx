import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import { Button, Card } from '@coulisse/ui-kit';
import type { DuplicateCandidate } from '../api-types';
import { SimilarityChips } from './similarity';
import { contactSummary } from './reach';
import { useDistinct } from './use-distinct';

const SHOWN = 3;

/** Possible duplicates of this record. */
export const DuplicatesCard = ({ record }: Pick<RecordPartProps, 'record'>) => {
  const path = useResourcePath('crm.tiers');
  return path === null ? null : <RecordDuplicates record={record} path={path} />;
};

interface RecordDuplicatesProps extends Pick<RecordPartProps, 'record'> {
  /** API path of the third parties. */
  path: string;
}

const RecordDuplicates = ({ record, path }: RecordDuplicatesProps) => {
  const { t } = useTranslation('crm');
  const api = useApi();
  const may = useMay();
  const distinct = useDistinct(path);
  const query = useQuery({
    queryKey: ['duplicates', record.id, record['version']],
    queryFn: ({ signal }) =>
      api.get<{ items: DuplicateCandidate[] }>(`${path}/${record.id}/duplicates`, { signal }),
  });
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card className="k-duplicates" data-testid="duplicates-card">
      <section>
        <h2>{t('duplicates.card', { count: items.length })}</h2>
        <ul role="list">
          {items.slice(0, SHOWN).map(({ tiers, ...similarity }) => (
            <li key={tiers.id}>
              <Link to={`/crm/tiers/${tiers.id}/informations`}>
                <b>{tiers.name}</b>
              </Link>
              <span className="c-soft">{contactSummary(tiers)}</span>
              <SimilarityChips {...similarity} />
              <span className="c-actions">
                {may('crm.tiers.merge') && (
                  <Link
                    className="c-button"
                    data-size="small"
                    data-kind="plain"
                    to={`/crm/tiers/${record.id}/merge/${tiers.id}`}
                  >
                    {t('duplicates.compare')}
                  </Link>
                )}
                {may('crm.tiers.update') && (
                  <Button
                    kind="quiet"
                    size="small"
                    busy={distinct.isPending && distinct.variables.other === tiers.id}
                    onClick={() => distinct.mutate({ id: record.id, other: tiers.id })}
                  >
                    {t('duplicates.distinct')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
        {items.length > SHOWN && (
          <p className="c-faint">{t('duplicates.more', { count: items.length - SHOWN })}</p>
        )}
      </section>
    </Card>
  );
};
