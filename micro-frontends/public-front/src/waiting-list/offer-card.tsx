import { Button, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setCartHint } from '../api/cart-hint';
import { cartQuery } from '../api/booking-queries';
import { useText } from '../app/use-text';
import { saveDraft } from '../checkout/draft';
import { problemText } from '../checkout/problem-text';
import { useNavigate } from '../routing/router';
import { changeEntry, entryQuery, type Entry } from './waiting-list-api';

/** The seats that are held, and the way to buy them. */
export function OfferCard({ entry, entryKey }: { entry: Entry; entryKey: string }) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: () => changeEntry<{ cart: { id: string } }>(entryKey, 'open'),
    onSuccess: async ({ cart }) => {
      const { email, firstName, lastName } = entry;
      saveDraft({ email, firstName, lastName });
      setCartHint(true);
      await client.invalidateQueries({ queryKey: cartQuery.queryKey });
      navigate(`/reservations/cart/${cart.id}/edit-customer`);
    },
    // After a refusal the offer is over.
    onError: () => client.invalidateQueries({ queryKey: entryQuery(entryKey).queryKey }),
  });
  const { offer, zone } = entry;
  if (!offer) return null;
  return (
    <section className="order-card waiting-card" aria-labelledby="waiting-offer" data-testid="waiting-offer">
      <h2 id="waiting-offer">{t('waiting-list.offer', { count: entry.partySize })}</h2>
      <p className="waiting-place">{offer.seats}</p>
      <p>{t('waiting-list.offer.until', { at: formatDate(offer.endsAt, language, 'short-time', zone) })}</p>
      <p className="c-soft">{t('waiting-list.offer.text')}</p>
      {open.isError && <Notice tone="bad">{problemText(open.error, t)}</Notice>}
      <Button kind="main" busy={open.isPending} onClick={() => open.mutate()} data-testid="waiting-offer-buy">
        {t('waiting-list.offer.buy')}
      </Button>
    </section>
  );
}
