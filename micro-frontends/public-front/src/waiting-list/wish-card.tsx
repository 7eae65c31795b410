import { Button, Notice, useToast } from '@coulisse/ui-kit';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiProblem } from '../api/client';
import { useText } from '../app/use-text';
import { problemFields, problemText } from '../checkout/problem-text';
import { Link } from '../routing/router';
import {
  changeEntry,
  entryQuery,
  termsQuery,
  type Entry,
  type ListTerms,
  type SeatWish,
} from './waiting-list-api';
import { WishFields } from './wish-fields';

interface WishCardProps {
  entry: Entry;
  entryKey: string;
}

/** What a party waits for; changed while it waits. */
export function WishCard({ entry, entryKey }: WishCardProps) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const card = useRef<HTMLElement>(null);
  const close = () => {
    setEditing(false);
    card.current?.focus();
  };
  const query = termsQuery(entry.performance.id);
  const terms = useQuery({ ...query, queryFn: isEditing ? query.queryFn : skipToken });
  const wishText = [
    t('waiting-list.people', { count: entry.partySize }),
    entry.category?.name ?? t('waiting-list.category.any'),
    entry.partySize > 1 && t(entry.isTogether ? 'waiting-list.side-by-side' : 'waiting-list.apart'),
  ].filter(Boolean);
  return (
    <section ref={card} tabIndex={-1} className="order-card waiting-card" aria-labelledby="waiting-wish">
      <h2 id="waiting-wish">{t('waiting-list.wish')}</h2>
      <p data-testid="waiting-wish">{wishText.join(' · ')}</p>
      {entry.state === 'WAITING' && !isEditing && (
        <Button onClick={() => setEditing(true)} data-testid="waiting-change">
          {t('waiting-list.change')}
        </Button>
      )}
      {entry.state === 'WAITING' && isEditing && terms.isError && (
        <Notice tone="bad">{problemText(terms.error, t)}</Notice>
      )}
      {entry.state === 'WAITING' && isEditing && terms.data && (
        <WishForm entry={entry} entryKey={entryKey} terms={terms.data} onClose={close} />
      )}
    </section>
  );
}

function WishForm({
  entry,
  entryKey,
  terms,
  onClose,
}: WishCardProps & { terms: ListTerms; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const [wish, setWish] = useState<SeatWish>({
    partySize: entry.partySize,
    categoryId: entry.category?.id ?? null,
    isTogether: entry.isTogether,
  });
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the form is gone.
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, button')?.focus(), []);
  const change = useMutation({
    mutationFn: () => changeEntry(entryKey, 'change', wish),
    onSuccess: () => {
      toast.good(t('waiting-list.changed'));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: entryQuery(entryKey).queryKey }),
  });
  const isFree = change.error instanceof ApiProblem && change.error.code === 'waiting-list.seats-free';
  const errors = problemFields(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="small-form">
      {isFree && (
        <Notice tone="good">
          {t('waiting-list.free')}{' '}
          <Link to={`/reservations/cart/add/${entry.performance.id}`}>{t('show.choose')}</Link>
        </Notice>
      )}
      {change.isError && !isFree && errors.size === 0 && (
        <Notice tone="bad">{problemText(change.error, t)}</Notice>
      )}
      <WishFields terms={terms} wish={wish} onChange={setWish} errors={errors} />
      <div className="form-links">
        <Button kind="main" type="submit" busy={change.isPending} data-testid="waiting-change-save">
          {t('waiting-list.change.save')}
        </Button>
        <Button onClick={onClose}>{t('waiting-list.change.cancel')}</Button>
      </div>
    </form>
  );
}
