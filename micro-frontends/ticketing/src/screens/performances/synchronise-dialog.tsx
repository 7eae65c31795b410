import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Notice, SkeletonLines, useToast } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { synchronisePath } from '../../api-paths';

interface Labels {
  count: number;
  /** The first ones. */
  labels: string[];
}

/** Response of `GET` and `POST …/sync-with-plan-salle`. */
interface PlanDifference {
  plan: { id: string; name: string; version: number };
  copiedVersion: number | null;
  added: Labels;
  changed: Labels;
  removed: Labels;
  withheld: Labels;
  kept: {
    count: number;
    seats: { label: string; use: 'SOLD' | 'HELD' | 'CANCELLED'; change: 'REMOVED' | 'CHANGED' }[];
  };
  /** Whether the pictures of what is seen from the seats differ. */
  hasOtherViews: boolean;
}

const PARTS = ['added', 'changed', 'removed', 'withheld'] as const;

/** Labels in one line, and how many more there are. */
const useLabelText = () => {
  const { t } = useTranslation('ticketing');
  return ({ count, labels }: Labels): string =>
    labels.join(', ') +
    (count > labels.length ? ` ${t('synchronise.more', { count: count - labels.length })}` : '');
};

const Difference = ({ difference }: { difference: PlanDifference }) => {
  const { t } = useTranslation('ticketing');
  const labelText = useLabelText();
  const { count, seats } = difference.kept;
  return (
    <>
      <p>{t('synchronise.plan', { name: difference.plan.name, version: difference.plan.version })}</p>
      <dl className="t-difference">
        {PARTS.filter((part) => difference[part].count > 0).map((part) => (
          <div key={part}>
            <dt>{t(`synchronise.${part}`, { count: difference[part].count })}</dt>
            <dd>{labelText(difference[part])}</dd>
          </div>
        ))}
      </dl>
      {difference.hasOtherViews && <p>{t('synchronise.views')}</p>}
      {count > 0 && (
        <Notice tone="warn">
          <b>{t('synchronise.kept', { count: count })}</b>
          <ul>
            {seats.map(({ label, use, change }) => (
              <li key={label}>
                {t('synchronise.kept.seat', {
                  label,
                  use: t(`synchronise.use.${use}`),
                  change: t(`synchronise.change.${change}`),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
};

/** Shows what a synchronisation with the room plan would change, before it is done. */
export const SynchroniseDialog = ({
  id,
  onClose,
  onDone,
}: {
  id: string;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const key = ['plan-difference', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<PlanDifference>(synchronisePath(id), { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const apply = useMutation({
    mutationFn: (planVersion: number) => api.post<PlanDifference>(synchronisePath(id), { planVersion }),
    onSuccess: () => {
      toast.good(t('synchronise.done'));
      void queries.invalidateQueries({ queryKey: ['performance-plan', id] });
      onDone();
      onClose();
    },
    onError: (failure) => {
      toast.bad(failure.message);
      // The plan was changed meanwhile: the new difference is shown.
      void refetch();
    },
  });
  const isSame =
    data !== undefined && !data.hasOtherViews && PARTS.slice(0, 3).every((part) => data[part].count === 0);
  return (
    <Dialog
      title={t('synchronise.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('synchronise.cancel')}</Button>
          <Button
            kind="main"
            busy={apply.isPending}
            disabledBecause={!data ? t('synchronise.loading') : isSame ? t('synchronise.same') : undefined}
            onClick={() => data && apply.mutate(data.plan.version)}
          >
            {t('synchronise.apply')}
          </Button>
        </>
      }
    >
      {error ? (
        <Failure failure={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines />
      ) : (
        <>
          {isSame && <p>{t('synchronise.same')}</p>}
          <Difference difference={data} />
        </>
      )}
    </Dialog>
  );
};
