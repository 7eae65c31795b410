import { Button, EmptyState, useLanguage } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../account/use-session';
import { theatreQuery } from '../api/queries';
import type { Theatre } from '../api/types';
import { startStep } from '../app/focus-page';
import { useMoney } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded, PageSkeleton } from '../app/page-states';
import { checkOpen } from '../app/maintenance';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { CustomerForm } from '../checkout/customer-fields';
import type { CustomerValues } from '../checkout/customer-form';
import { Link, useParams, useSearchParams } from '../routing/router';
import { offerQuery, orderVoucher, payVoucher } from './voucher-api';
import { VoucherForm } from './voucher-form';
import { readVoucherDraft, totalMinor, validate, type VoucherValues } from './voucher-order';
import { VoucherSummary } from './voucher-summary';
import type { VoucherOffer } from './voucher-types';

/** Where gift vouchers are bought: what it is, then who pays. */
export function VoucherShopPage() {
  const t = useText();
  const { slug = '' } = useParams();
  const theatre = useQuery(theatreQuery(slug));
  const offer = useQuery(offerQuery(slug));
  useShowTheatre(theatre.data);
  checkOpen(theatre.data);
  usePageTitle(t('gift.title'));
  return (
    <Loaded query={theatre}>
      {(house) => (
        <>
          <Hero kicker={house.name} title={t('gift.title')}>
            <p>{t('gift.lead')}</p>
          </Hero>
          <Loaded query={offer} skeleton={<PageSkeleton cards={2} />}>
            {(offered) =>
              offered.cannotBeSoldMessage === null ? (
                <Shop theatre={house} offer={offered} />
              ) : (
                <div className="page" data-testid="gift-closed">
                  <EmptyState
                    icon={<Gift aria-hidden />}
                    title={t('gift.closed')}
                    actions={
                      <Link className="c-button" to={`/theatres/${house.slug}`}>
                        {t('return.more')}
                      </Link>
                    }
                  >
                    <span className="gift-text">{offered.cannotBeSoldMessage}</span>
                  </EmptyState>
                </div>
              )
            }
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

function Shop({ theatre, offer }: { theatre: Theatre; offer: VoucherOffer }) {
  const [search, setSearch] = useSearchParams();
  const [voucher, setVoucher] = useState<VoucherValues>(readVoucherDraft);
  const { account, ready } = useSession();
  const money = useMoney();
  const t = useText();
  const language = useLanguage();
  const formId = useId();
  const others = Object.fromEntries([...search].filter(([name]) => name !== 'step'));
  // A reload of the second step finds what was typed in the first one, or goes back to it.
  const isPaying = search.get('step') === 'customer' && validate(voucher, offer).size === 0;
  const pay = useMutation({
    mutationFn: async (customer: CustomerValues) => {
      const ordered = await orderVoucher({ theatreId: theatre.id, offer, voucher, customer, language });
      return payVoucher(ordered);
    },
  });
  const { reset } = pay;
  useEffect(() => {
    // Back from the bank by the browser's back button: the cached page is restored with the button still busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  const shown = useRef(isPaying);
  useEffect(() => {
    if (shown.current === isPaying) return;
    shown.current = isPaying;
    startStep();
  }, [isPaying]);
  const total = totalMinor(voucher, offer) ?? 0;
  return (
    <div className="order-columns gift-columns">
      <div className="order-main">
        {!isPaying && (
          <VoucherForm
            id={formId}
            offer={offer}
            values={voucher}
            onChange={setVoucher}
            onSubmit={() => setSearch({ ...others, step: 'customer' })}
          />
        )}
        {isPaying && ready && (
          <CustomerForm
            id={formId}
            cart={{ customer: null, performance: { organiser: theatre } }}
            account={account}
            asksAddress={offer.asksAddress || voucher.isPostal}
            newsletter={false}
            error={pay.error}
            onSubmit={(values) => pay.mutate(values)}
          />
        )}
      </div>
      <aside className="order-side">
        <VoucherSummary voucher={voucher} offer={offer}>
          <Button
            kind="main"
            type="submit"
            form={formId}
            wide
            busy={pay.isPending}
            data-testid={isPaying ? 'pay' : 'continue'}
          >
            {isPaying ? t('customer.pay', { price: money(total) }) : t('gift.continue')}
          </Button>
          {isPaying && (
            <Button wide onClick={() => setSearch(others)} disabled={pay.isPending}>
              {t('gift.change')}
            </Button>
          )}
        </VoucherSummary>
      </aside>
    </div>
  );
}
