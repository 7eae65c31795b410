import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ResourceDescriptor, useApi, useMay, useResource } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  Dialog,
  formatDate,
  formatNumber,
  Notice,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure, RecordState } from '@coulisse/resource-fields';
import { waitingListPath } from '../../api-paths';
import type { Page, WaitingEntryRow, WaitingListCounts } from '../../api-types';
import { waitingEntriesOf } from '../../screen-paths';

const SHOWN = 20;
const REFRESH_MS = 15_000;

/** The waiting list of a performance: who waits for how many seats, and who has an offer. */
export default function WaitingListCard({ id }: { id: string }) {
  const descriptor = useResource('ticketing.waiting-entry');
  return descriptor?.may.read ? <WaitingList id={id} descriptor={descriptor} /> : null;
}

interface ListProps {
  id: string;
  descriptor: ResourceDescriptor;
}

function WaitingList({ id, descriptor }: ListProps) {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const api = useApi();
  const counts = useQuery({
    queryKey: ['list', descriptor.name, 'counts', id],
    queryFn: ({ signal }) => api.get<WaitingListCounts>(waitingListPath(id), { signal }),
    refetchInterval: REFRESH_MS,
  });
  const query = useQuery({
    // Same prefix as the lists of the resource, so that it is invalidated with them.
    queryKey: ['list', descriptor.name, 'of-performance', id],
    queryFn: ({ signal }) =>
      api.get<Page<WaitingEntryRow>>(
        `${descriptor.path}?f.performance.eq=${id}&f.state.in=OFFERED,WAITING&sort=rank&size=${SHOWN}`,
        { signal },
      ),
    refetchInterval: REFRESH_MS,
  });
  const rows = query.data?.items ?? [];
  const total = counts.data
    ? counts.data.waiting + counts.data.offered + counts.data.bought + counts.data.ended
    : 0;
  return (
    <Card>
      <section data-testid="waiting-list">
        <h2>
          {t('waiting-list.title')}
          {total > 0 && (
            <Link className="c-push t-sum" to={waitingEntriesOf(id)}>
              {t('performance-page.all')}
            </Link>
          )}
        </h2>
        {query.isPending && <SkeletonLines lines={2} />}
        {query.isError && !query.data && (
          <Failure failure={query.error} onRetry={() => void query.refetch()} />
        )}
        {counts.data && total > 0 && (
          <p className="c-soft" data-testid="waiting-list-counts">
            {[
              t('waiting-list.waiting', { count: counts.data.waiting }),
              t('waiting-list.people', { count: counts.data.people }),
              t('waiting-list.offered', { count: counts.data.offered }),
              t('waiting-list.bought', { count: counts.data.bought }),
            ].join(' · ')}
          </p>
        )}
        {query.data && rows.length === 0 && <p className="c-soft">{t('waiting-list.none')}</p>}
        {rows.length > 0 && (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col" className="c-num">
                  {t('waiting-list.position')}
                </th>
                <th scope="col">{t('waiting-list.person')}</th>
                <th scope="col" className="c-num">
                  {t('waiting-list.party')}
                </th>
                <th scope="col" className="t-wide-only">
                  {t('waiting-list.wish')}
                </th>
                <th scope="col">{t('performance-page.state')}</th>
                <th scope="col">
                  <span className="c-hidden">{t('waiting-list.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="c-num">
                    {row.position === null ? '–' : formatNumber(row.position, language)}
                  </td>
                  <td>
                    <Link className="t-strong" to={`/prestiscene/waiting-entries/${row.id}`}>
                      {row.customerName}
                    </Link>
                  </td>
                  <td className="c-num">{formatNumber(row.partySize, language)}</td>
                  <td className="t-wide-only">
                    {[
                      row.category?.label ?? t('waiting-list.any-category'),
                      row.partySize > 1 && t(row.isTogether ? 'waiting-list.together' : 'waiting-list.apart'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td>
                    <RecordState descriptor={descriptor} state={row.state} />{' '}
                    {row.state === 'OFFERED' && row.offerEndsAt && (
                      <small className="c-soft">
                        {t('waiting-list.until', { at: formatDate(row.offerEndsAt, language, 'short-time') })}
                      </small>
                    )}
                  </td>
                  <td>
                    <RowActions row={row} descriptor={descriptor} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
}

function RowActions({ row, descriptor }: { row: WaitingEntryRow; descriptor: ResourceDescriptor }) {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const client = useQueryClient();
  const problemText = useProblemText();
  const [isAsking, setAsking] = useState(false);
  const move = useMutation({
    mutationFn: (name: 'offer' | 'remove') =>
      api.post(`${descriptor.path}/${row.id}/transitions/${name}`, {}),
    onSuccess: (_, name) => {
      toast.good(t(name === 'offer' ? 'waiting-list.offer.done' : 'waiting-list.remove.done'));
      setAsking(false);
    },
    onError: (error, name) => {
      if (name === 'offer') toast.bad(problemText(error));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['list', descriptor.name] }),
        client.invalidateQueries({ queryKey: ['performance-plan'] }),
      ]),
  });
  return (
    <span className="c-actions">
      {row.state === 'WAITING' && may('ticketing.waiting-entry.offer') && (
        <Button
          size="small"
          busy={move.isPending && move.variables === 'offer'}
          onClick={() => move.mutate('offer')}
          aria-label={t('waiting-list.offer.label', { name: row.customerName })}
          data-testid="waiting-list-offer"
        >
          {t('waiting-list.offer')}
        </Button>
      )}
      {may('ticketing.waiting-entry.remove') && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => setAsking(true)}
          aria-label={t('waiting-list.remove.label', { name: row.customerName })}
          data-testid="waiting-list-remove"
        >
          {t('waiting-list.remove')}
        </Button>
      )}
      {isAsking && (
        <Dialog
          title={t('waiting-list.remove.title', { name: row.customerName })}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('waiting-list.remove.keep')}</Button>
              <Button
                kind="danger-main"
                busy={move.isPending}
                onClick={() => move.mutate('remove')}
                data-testid="waiting-list-remove-confirm"
              >
                {t('waiting-list.remove')}
              </Button>
            </>
          }
        >
          <p>{t('waiting-list.remove.text')}</p>
          {move.isError && <Notice tone="bad">{problemText(move.error)}</Notice>}
        </Dialog>
      )}
    </span>
  );
}
