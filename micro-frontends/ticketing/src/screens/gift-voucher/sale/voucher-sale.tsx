import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useMay, useScreenKeys } from '@coulisse/mfe-kit';
import { Button, formatMoney, localDay, Notice, SkeletonLines, toLanguage } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { DESK_VOUCHERS, VOUCHER_OFFER } from '../../../api-paths';
import { AddressFields, hasAddress } from '../../desk/address-fields';
import { CustomerSection } from '../../desk/customer-section';
import { nextMeans, partsOf, takesMoney, type Means, type MoneyMeans } from '../../desk/desk-money';
import { DiscountEntry } from '../../desk/discount-entry';
import { DiscountPanel } from '../../desk/discount-panel';
import { NOBODY } from '../../desk/desk-types';
import { PaymentSection } from '../../desk/payment-section';
import { useAttemptKey } from '../../desk/use-attempt-key';
import { useDeskKeys } from '../../desk/use-desk-keys';
import { SoldVoucher, type VoucherSaleAnswer } from './sold-voucher';
import { GiftSection, WorthSection } from './voucher-section';
import { discountMinorOf, dueOf, NO_WISH, orderOf, worthOf, type VoucherOffer } from './voucher-wish';
import '../../desk/desk.css';
import './voucher-sale.css';

const WEEK_MS = 7 * 86_400_000;
const inAWeek = (): string => localDay(new Date(Date.now() + WEEK_MS));

/** Who may not take money sells for later. */
const firstMeans = (mayCollect: boolean): readonly Means[] => (mayCollect ? ['CARD'] : ['LATER']);

/** A gift voucher sold at the desk: what it is of and for whom at left, its buyer and the money at right. */
const VoucherSale = () => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const may = useMay();
  const client = useQueryClient();
  const problemText = useProblemText();
  const mayCollect = may('payments.payment.collect');
  const mayDiscount = may('ticketing.gift-voucher.discount');
  const [wish, setWish] = useState(NO_WISH);
  const [customer, setCustomer] = useState(NOBODY);
  const [means, setMeans] = useState(() => firstMeans(mayCollect));
  const [isMeansChosen, setMeansChosen] = useState(false);
  const [typed, setTyped] = useState<Readonly<Partial<Record<MoneyMeans, string>>>>({});
  const [deadline, setDeadline] = useState(inAWeek);
  const customerInput = useRef<HTMLInputElement>(null);
  const payment = useRef<HTMLDivElement>(null);
  const discountInput = useRef<HTMLInputElement>(null);
  const offer = useQuery({
    queryKey: ['desk-voucher-offer'],
    queryFn: () => api.get<VoucherOffer>(VOUCHER_OFFER),
  });

  const dueMinor = offer.data ? dueOf(wish, offer.data) : 0;
  const discountMinor = offer.data ? discountMinorOf(wish, offer.data) : 0;
  const isLater = !means.every(takesMoney);
  const isByLink = means.includes('LINK');
  const parts = partsOf(means.filter(takesMoney), typed, dueMinor);
  const missing = (() => {
    if (!offer.data || worthOf(wish, offer.data) === null) return t('voucher-sale.missing.worth');
    if (discountMinor === null) return t('voucher-sale.missing.discount');
    if (customer.lastName.trim() === '') return t('desk.missing.customer');
    if (wish.isPostal && !hasAddress(customer)) return t('voucher-sale.missing.address');
    if (isByLink && customer.email.trim() === '') return t('desk.missing.email');
    if (isLater && deadline === '') return t('voucher-sale.missing.deadline');
    if (isLater && dueMinor === 0) return t('voucher-sale.missing.due');
    if (!isLater && !mayCollect && dueMinor > 0) return t('voucher-sale.missing.right');
    if (!isLater && !parts) return t('desk.parts');
    return null;
  })();
  const attempt = useAttemptKey();
  const sale = useMutation({
    mutationFn: () => {
      const { tiers, language: own, ...buyer } = customer;
      const order = {
        ...orderOf(wish),
        ...{ customer: buyer, tiers, language: own ?? language },
        payment: isLater ? { kind: isByLink ? 'link' : 'later', deadline } : { kind: 'now', parts },
      };
      return api.post<VoucherSaleAnswer>(DESK_VOUCHERS, order, {
        idempotencyKey: attempt(JSON.stringify(order)),
      });
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['list', 'ticketing.gift-voucher'] }),
  });
  const sell = () => {
    if (!missing && !sale.isPending && !sale.data) sale.mutate();
  };
  const again = useCallback(() => {
    sale.reset();
    setWish(NO_WISH);
    setCustomer(NOBODY);
    setMeans(firstMeans(mayCollect));
    setMeansChosen(false);
    setTyped({});
    setTimeout(() => customerInput.current?.focus());
  }, [sale, mayCollect]);
  const toggleMeans = (each: Means) => {
    setMeans((before) => nextMeans(before, each, isMeansChosen));
    setMeansChosen(true);
  };

  useDeskKeys({
    collect: sell,
    chooseMeans: toggleMeans,
    focus: { c: customerInput, m: payment, r: discountInput },
  });
  useScreenKeys([
    {
      title: t('voucher-sale.title'),
      keys: [
        { names: ['Alt', 'C'], meaning: t('desk.customer') },
        ...(mayDiscount ? [{ names: ['Alt', 'R'], meaning: t('desk.discount') }] : []),
        { names: ['1'], meaning: t('desk.payment') },
        { names: ['Ctrl', 'Enter'], meaning: t('desk.collect') },
      ],
    },
  ]);

  if (offer.isError) return <Failure failure={offer.error} onRetry={() => void offer.refetch()} />;
  if (!offer.data) return <SkeletonLines lines={8} />;
  const change = (changes: Partial<typeof wish>) => setWish((before) => ({ ...before, ...changes }));
  const amount = formatMoney(dueMinor, language);
  return (
    <div className="t-desk">
      <div className="t-desk-main">
        <header className="t-head">
          <h1>{t('voucher-sale.title')}</h1>
        </header>
        {offer.data.cannotBeSoldMessage && (
          <Notice tone="warn">
            {t('voucher-sale.closed-online', { message: offer.data.cannotBeSoldMessage })}
          </Notice>
        )}
        <fieldset className="t-voucher-fields" disabled={sale.data !== undefined}>
          <WorthSection offer={offer.data} wish={wish} onChange={change} />
          <GiftSection offer={offer.data} wish={wish} onChange={change} />
        </fieldset>
      </div>
      <aside className="t-desk-side" aria-label={t('desk.sale')}>
        {sale.data ? (
          <SoldVoucher sale={sale.data} onNew={again} />
        ) : (
          <>
            <div className="t-desk-scroll">
              <CustomerSection
                customer={customer}
                onChange={setCustomer}
                onChosen={() => payment.current?.focus()}
                input={customerInput}
              />
              {wish.isPostal && (
                <section className="t-desk-section">
                  <AddressFields customer={customer} onCustomer={setCustomer} />
                </section>
              )}
              {mayDiscount && (
                <DiscountPanel>
                  <DiscountEntry
                    discount={wish.discount}
                    onDiscount={(discount) => change({ discount })}
                    input={discountInput}
                  />
                  {discountMinor === null ? (
                    <p className="c-error" role="alert">
                      {t('voucher-sale.missing.discount')}
                    </p>
                  ) : (
                    <p className="c-help">{t('voucher-sale.discount.help')}</p>
                  )}
                </DiscountPanel>
              )}
              <div ref={payment} tabIndex={-1}>
                <PaymentSection
                  means={means}
                  typed={typed}
                  dueMinor={dueMinor}
                  deadline={deadline}
                  isDay
                  onToggle={toggleMeans}
                  onType={(method, value) => setTyped((before) => ({ ...before, [method]: value }))}
                  onDeadline={setDeadline}
                />
              </div>
            </div>
            <footer className="t-desk-foot">
              {sale.isError && <Notice tone="bad">{problemText(sale.error)}</Notice>}
              <dl className="t-desk-total">
                {discountMinor !== null && discountMinor > 0 && (
                  <div>
                    <dt>{t('desk.discount')}</dt>
                    <dd className="c-num" data-testid="voucher-discount">
                      {formatMoney(-discountMinor, language)}
                    </dd>
                  </div>
                )}
                {wish.isPostal && offer.data.postage && (
                  <div>
                    <dt>{offer.data.postage.name}</dt>
                    <dd className="c-num">{formatMoney(offer.data.postage.priceMinor, language)}</dd>
                  </div>
                )}
                {wish.hasGiftBag && offer.data.giftBag && (
                  <div>
                    <dt>{t('desk.options.gift-bag')}</dt>
                    <dd className="c-num">{formatMoney(offer.data.giftBag.priceMinor, language)}</dd>
                  </div>
                )}
                <div>
                  <dt>{t('desk.total')}</dt>
                  <dd className="c-num" data-testid="voucher-total">
                    {amount}
                  </dd>
                </div>
              </dl>
              <Button
                kind="main"
                wide
                busy={sale.isPending}
                disabledBecause={missing ?? undefined}
                data-testid="voucher-sell"
                aria-keyshortcuts="Control+Enter"
                onClick={sell}
              >
                {isLater
                  ? t(isByLink ? 'payment-link.send' : 'voucher-sale.later')
                  : t('desk.collect-amount', { amount })}
              </Button>
            </footer>
          </>
        )}
      </aside>
    </div>
  );
};

export default VoucherSale;
