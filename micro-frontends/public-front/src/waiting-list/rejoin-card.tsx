import { Button, Notice } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/client';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { Link } from '../routing/router';
import { changeEntry, entryQuery, type Entry } from './waiting-list-api';

/** What became of an entry that is no longer in the line, and how to join again. */
export function RejoinCard({ entry, entryKey }: { entry: Entry; entryKey: string }) {
  const t = useText();
  const client = useQueryClient();
  const rejoin = useMutation({
    mutationFn: () => changeEntry(entryKey, 'rejoin'),
    onSuccess: () => client.invalidateQueries({ queryKey: entryQuery(entryKey).queryKey }),
  });
  const isFree = rejoin.error instanceof ApiProblem && rejoin.error.code === 'waiting-list.seats-free';
  return (
    <section className="order-card waiting-card" aria-labelledby="waiting-over">
      <h2 id="waiting-over">{t('waiting-list.over')}</h2>
      <p>{t(entry.state === 'EXPIRED' ? 'waiting-list.expired.text' : 'waiting-list.left.text')}</p>
      {isFree && (
        <Notice tone="good">
          {t('waiting-list.free')}{' '}
          <Link to={`/reservations/cart/add/${entry.performance.id}`}>{t('show.choose')}</Link>
        </Notice>
      )}
      {rejoin.isError && !isFree && <Notice tone="bad">{problemText(rejoin.error, t)}</Notice>}
      {entry.isOpen && (
        <Button
          kind="main"
          busy={rejoin.isPending}
          onClick={() => rejoin.mutate()}
          data-testid="waiting-rejoin"
        >
          {t('waiting-list.rejoin')}
        </Button>
      )}
    </section>
  );
}
