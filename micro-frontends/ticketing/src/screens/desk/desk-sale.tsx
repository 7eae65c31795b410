import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bestGroup, seatName } from '@coulisse/seat-plan';
import { SeatMap, type DrawnSeat } from '@coulisse/seat-plan/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiProblem, useApi, useScreenKeys } from '@coulisse/mfe-kit';
import {
  Button,
  EmptyState,
  formatDate,
  formatMoney,
  Input,
  Notice,
  Select,
  SkeletonLines,
  toLanguage,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { DESK_PERFORMANCES, DESK_SALES, deskPerformancePath } from '../../api-paths';
import type { Page } from '../../api-types';
import { useSeatMapLabels } from '../seats/use-seat-map-labels';
import { CustomerSection } from './customer-section';
import {
  discountOf,
  nextMeans,
  partsOf,
  takesMoney,
  NO_DISCOUNT,
  usualFormula,
  type DeskVoucher,
  type Means,
  type MoneyMeans,
} from './desk-money';
import {
  NOBODY,
  type DeskCustomer,
  type DeskPerformance,
  type DeskSaleAnswer,
  type DeskTerms,
  type OptionChoice,
} from './desk-types';
import { formulaOfTooFew, formulasOfSeats } from './desk-formulas';
import { missingOfSale, type DeskPart } from './desk-missing';
import { DeskTotals } from './desk-totals';
import { DiscountPanel } from './discount-panel';
import { DiscountSection } from './discount-section';
import { currentChoices, incompleteOption, offeredWith } from './option-choices';
import { OptionsSection } from './options-section';
import { PaymentSection } from './payment-section';
import { PlacesSection } from './places-section';
import { isAfterStart, proposedDeadline } from './proposed-deadline';
import { DeskKeys } from './desk-keys';
import { SaleDone } from './sale-done';
import { SeatLegend } from './seat-legend';
import { ScheduleSection } from './schedule-section';
import { instalmentsOfTotal, type InstalmentRow } from '../reservation/instalment-rows';
import { useAttemptKey } from './use-attempt-key';
import { useDeskKeys } from './use-desk-keys';
import { useDeskPrices } from './use-desk-prices';
import { useDeskSeats } from './use-desk-seats';
import { useLinkedCustomer } from './use-linked-customer';
import './desk.css';

/** A sale at the desk: the performance and its seats at left, what is being sold at right. */
const DeskSale = () => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const mapLabels = useSeatMapLabels(t('desk.map'));
  const api = useApi();
  const client = useQueryClient();
  const problemText = useProblemText();
  const [search, setSearch] = useSearchParams();
  const performances = useQuery({
    queryKey: ['desk-performances'],
    queryFn: () => api.get<Page<DeskPerformance>>(DESK_PERFORMANCES),
  });
  const items = performances.data?.items ?? [];
  const linkedId = search.get('performance');
  const performanceId =
    linkedId ?? items.find(({ onSale, placesRemaining }) => onSale && placesRemaining > 0)?.id ?? null;
  const terms = useQuery({
    queryKey: ['desk-terms', performanceId],
    queryFn: performanceId ? () => api.get<DeskTerms>(deskPerformancePath(performanceId)) : skipToken,
  });
  const [formulaBySeat, setFormulas] = useState<Readonly<Record<string, string>>>({});
  const formulas = useMemo(() => terms.data?.formulas ?? [], [terms.data]);
  const desk = useDeskSeats(performanceId, setFormulas, formulas);
  const current = terms.data ?? items.find(({ id }) => id === performanceId);
  const [customer, setCustomer] = useState(NOBODY);
  const [chosenOptions, setChosenOptions] = useState<OptionChoice[] | null>(null);
  const [discount, setDiscount] = useState(NO_DISCOUNT);
  const [promotionCode, setPromotionCode] = useState('');
  const [voucher, setVoucher] = useState<DeskVoucher | null>(null);
  const [comment, setComment] = useState('');
  const [means, setMeans] = useState<readonly Means[]>(['CARD']);
  const [isMeansChosen, setMeansChosen] = useState(false);
  const [typed, setTyped] = useState<Readonly<Partial<Record<MoneyMeans, string>>>>({});
  const [typedDeadline, setDeadline] = useState<string | null>(null);
  const [schedule, setSchedule] = useState<readonly InstalmentRow[] | null>(null);
  const [party, setParty] = useState('2');
  /** How many seats were asked for, where so many are not free. */
  const [tooMany, setTooMany] = useState<number | null>(null);
  /** Why the keys of the sale did nothing, in words. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const customerInput = useRef<HTMLInputElement>(null);
  const partyInput = useRef<HTMLInputElement>(null);
  const dateInput = useRef<HTMLSelectElement>(null);
  const discountInput = useRef<HTMLInputElement>(null);
  const voucherButton = useRef<HTMLButtonElement>(null);
  const payment = useRef<HTMLDivElement>(null);
  const optionFields = useRef<HTMLDivElement>(null);

  const plan = desk.plan.data;
  const seatById = useMemo(() => new Map(desk.seats.map((seat) => [seat.id, seat])), [desk.seats]);
  const chosenSeats = desk.chosen.flatMap((id) => seatById.get(id) ?? []);
  const formulaOf = formulasOfSeats(chosenSeats, formulas, formulaBySeat);
  const lines = chosenSeats.map((seat) => ({ seat, formula: formulaOf.get(seat.id) }));
  const listed = lines.reduce((sum, { formula }) => sum + (formula?.priceMinor ?? 0), 0);
  const offered = offeredWith(
    terms.data?.options ?? [],
    lines.flatMap(({ formula }) => (formula ? [formula.id] : [])),
  );
  const options = currentChoices(offered, chosenOptions);
  const wishes = {
    options,
    formulaBySeat: Object.fromEntries(lines.map(({ seat, formula }) => [seat.id, formula?.id])),
    promotionCode,
    discount: discountOf(discount),
    giftVoucher: voucher?.code ?? '',
  };
  const priced = useDeskPrices(
    desk.hold?.cart.token ?? null,
    desk.hold && !desk.busy && lines.length > 0 ? JSON.stringify(desk.hold.cart.expiresAt) : null,
    wishes,
  );
  const { prices } = priced;
  const isPromotionRefused =
    priced.failure instanceof ApiProblem && priced.failure.code.startsWith('promotion-code.');
  const dueMinor = prices?.leftToPayMinor ?? listed;
  const isLater = !means.every(takesMoney);
  const isByLink = means.includes('LINK');
  const deadline = typedDeadline ?? proposedDeadline(current?.startsAt);
  const totalMinor = prices?.totalMinor ?? listed;
  const instalments = isLater && schedule ? instalmentsOfTotal(schedule, totalMinor) : null;
  const moneyMeans = means.filter(takesMoney);
  const parts = partsOf(moneyMeans, typed, dueMinor);
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');

  const isLate = isLater && !schedule && isAfterStart(deadline, current?.startsAt);
  const incomplete = incompleteOption(offered, options);
  const missing =
    missingOfSale(
      {
        hasSeats: lines.length > 0,
        hasFormulas: lines.every(({ formula }) => formula),
        hasCustomer: customer.lastName.trim() !== '',
        hasEmail: customer.email.trim() !== '',
        tooFewOf: formulaOfTooFew(lines),
        option: incomplete?.name ?? null,
        isPromotionRefused,
        refusal: priced.failure ? problemText(priced.failure) : null,
        arePricesPending: priced.isPending,
        later: isLater
          ? {
              ...{ byLink: isByLink, deadline, isAfterStart: isLate },
              hasOpenSchedule: schedule !== null && !instalments,
            }
          : null,
        hasParts: parts !== null,
        dueMinor,
      },
      (key, values) => t(key, values),
    ) ?? (desk.hold ? null : { part: 'seats' as const, text: t('desk.missing.seats') });
  // The notice goes as soon as something else is missing, or nothing.
  const isRefusalShown = missing !== null && missing.text === refusal;
  const content = JSON.stringify([
    desk.chosen,
    desk.drivers.seats.length,
    formulaBySeat,
    options,
    discount,
    promotionCode,
    voucher?.code,
    means,
    typed,
    schedule,
    customer,
  ]);
  const payWith = () => {
    if (!isLater) return { kind: 'now', parts };
    if (instalments) return { kind: 'schedule', instalments, byLink: isByLink };
    return { kind: isByLink ? 'link' : 'later', deadline };
  };
  const attempt = useAttemptKey();
  const sale = useMutation({
    onMutate: desk.startSale,
    mutationFn: () =>
      api.post<DeskSaleAnswer>(
        DESK_SALES,
        {
          customer: {
            ...{ firstName: customer.firstName, lastName: customer.lastName },
            ...{ email: customer.email, telephone: customer.telephone },
            ...{ addressLine1: customer.addressLine1, zipCode: customer.zipCode, city: customer.city },
            country: customer.country,
          },
          tiers: customer.tiers,
          language: customer.language ?? language,
          ...wishes,
          comment,
          payment: payWith(),
        },
        { headers: { 'Cart-Token': desk.hold?.cart.token ?? '' }, idempotencyKey: attempt(content) },
      ),
    onSuccess: () => {
      desk.forget();
      void client.invalidateQueries({ queryKey: ['desk-performances'] });
      void desk.plan.refetch();
    },
  });
  const again = useCallback(() => {
    sale.reset();
    setCustomer(NOBODY);
    setFormulas({});
    setDiscount(NO_DISCOUNT);
    setChosenOptions(null);
    setPromotionCode('');
    setVoucher(null);
    setComment('');
    setMeans(['CARD']);
    setMeansChosen(false);
    setTyped({});
    setDeadline(null);
    setSchedule(null);
    setTimeout(() => customerInput.current?.focus());
  }, [sale]);

  const describe = useCallback(
    (seat: DrawnSeat) => {
      const formula = usualFormula(seat.categoryId, formulas);
      return [
        seatName(seat, language),
        plan?.categories.find(({ id }) => id === seat.categoryId)?.name,
        formula && formatMoney(formula.priceMinor, language),
        seat.isPmr ? t('desk.seat.pmr') : seat.isCompanion && t('desk.seat.companion'),
        t(`desk.state.${seat.state}`),
      ]
        .filter(Boolean)
        .join(', ');
    },
    [formulas, language, plan?.categories, t],
  );
  const chooseFormula = (seatId: string, formula: string) => {
    const next = { ...formulaBySeat, [seatId]: formula };
    setFormulas(next);
    // The formulas decide how many drivers come along.
    desk.wantFormulas(next);
  };
  const toggle = (seat: DrawnSeat) => {
    if (desk.drivers.seats.some(({ id }) => id === seat.id)) desk.wantDrivers(desk.drivers.seats.length - 1);
    else if (seat.state === 'MINE') desk.want(desk.chosen.filter((id) => id !== seat.id));
    else if (seat.state === 'FREE') desk.want([...desk.chosen, seat.id]);
  };
  const takeBest = () => {
    const count = Number(party);
    const found = bestGroup(count, desk.seats, (seat) => seat.state === 'FREE' || seat.state === 'MINE');
    setTooMany(found || count < 1 ? null : count);
    if (!found) return;
    desk.want(found.map(({ id }) => id));
    payment.current?.focus();
  };
  const focusMissing = (part: DeskPart) => {
    const fields = optionFields.current?.querySelectorAll<HTMLInputElement>('[data-incomplete] input');
    const targets = {
      ...{ seats: partyInput.current, customer: customerInput.current, payment: payment.current },
      // Of an option that is chosen, its last field is what is still to be typed.
      options: fields?.[fields.length - 1],
      ...{ promotion: null, prices: null },
    };
    targets[part]?.focus();
  };
  const toggleMeans = (each: Means) => {
    setMeans((before) => nextMeans(before, each, isMeansChosen));
    setMeansChosen(true);
    // What a means asks for stands under it, perhaps below the edge.
    requestAnimationFrame(() => payment.current?.scrollIntoView({ block: 'nearest' }));
  };
  const collect = () => {
    if (sale.isPending || sale.data) return;
    setRefusal(missing?.text ?? null);
    if (missing) focusMissing(missing.part);
    else if (!desk.busy) sale.mutate();
  };

  useDeskKeys({
    collect,
    chooseMeans: toggleMeans,
    focus: {
      c: customerInput,
      p: partyInput,
      d: dateInput,
      r: discountInput,
      b: voucherButton,
      m: payment,
    },
  });
  useScreenKeys([
    {
      title: t('desk.title'),
      keys: [
        { names: ['Alt', 'D'], meaning: t('desk.date') },
        { names: ['Alt', 'C'], meaning: t('desk.customer') },
        { names: ['Alt', 'P'], meaning: t('desk.seats') },
        { names: ['Alt', 'R'], meaning: t('desk.discount') },
        { names: ['Alt', 'B'], meaning: t('desk.voucher') },
        { names: ['1'], meaning: t('desk.payment') },
        { names: ['Ctrl', 'Enter'], meaning: t('desk.collect') },
      ],
    },
  ]);
  const chooseLinked = useCallback((linked: DeskCustomer) => {
    setCustomer(linked);
    partyInput.current?.focus();
  }, []);
  useLinkedCustomer(search.get('tiers'), chooseLinked);
  const isReady = performances.data !== undefined;
  useEffect(() => {
    if (isReady) (customerInput.current ?? partyInput.current)?.focus();
  }, [isReady]);

  if (performances.isError)
    return <Failure failure={performances.error} onRetry={() => void performances.refetch()} />;
  if (!performances.data) return <SkeletonLines lines={8} />;
  if (!performanceId)
    return (
      <EmptyState level={1} title={t('desk.none')}>
        {t('desk.none.why')}
      </EmptyState>
    );
  const failure = sale.error ?? desk.failure ?? (isPromotionRefused ? null : priced.failure);
  const needsHold =
    desk.isExpired || (sale.error instanceof ApiProblem && sale.error.code === 'hold.expired');
  const near = items.slice(0, 6);
  const dateState = ({ onSale, placesRemaining }: DeskPerformance): string => {
    if (!onSale) return t('desk.not-on-sale');
    return placesRemaining === 0 ? t('desk.full') : t('desk.left', { count: placesRemaining });
  };

  return (
    <div className="t-desk">
      <div className="t-desk-main">
        <header className="t-head">
          <h1>{t('desk.title')}</h1>
          <span className="t-choose">
            <Select
              ref={dateInput}
              aria-label={t('desk.date')}
              aria-keyshortcuts="Alt+D"
              value={performanceId}
              options={[
                ...(linkedId && current && !items.some(({ id }) => id === linkedId) ? [current] : []),
                ...items,
              ].map((item) => ({
                value: item.id,
                label: `${formatDate(item.date, language, 'short')} ${[...item.mealTimes, ...item.showTimes].at(-1) ?? ''} · ${item.show.name} · ${t('desk.left', { count: item.placesRemaining })}`,
              }))}
              onChange={({ target }) => setSearch({ performance: target.value })}
            />
          </span>
        </header>
        <ul className="t-desk-dates" role="list">
          {near.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-pressed={item.id === performanceId}
                data-closed={!item.onSale || item.placesRemaining === 0 || undefined}
                onClick={() => setSearch({ performance: item.id })}
              >
                <b>{formatDate(item.date, language, 'short')}</b>
                <span>
                  {[...item.mealTimes, ...item.showTimes].at(-1)} <em>{dateState(item)}</em>
                </span>
                <progress
                  aria-hidden
                  max={Math.max(1, item.placesAvailable)}
                  value={item.placesAvailable - item.placesRemaining}
                />
              </button>
            </li>
          ))}
        </ul>
        <div className="c-card t-desk-plan">
          <form
            className="t-desk-best"
            onSubmit={(event) => {
              event.preventDefault();
              takeBest();
            }}
          >
            <label htmlFor="desk-party">{t('desk.best')}</label>
            <Input
              ref={partyInput}
              id="desk-party"
              inputMode="numeric"
              aria-keyshortcuts="Alt+P"
              value={party}
              data-testid="desk-party"
              onChange={({ target }) => setParty(target.value.replace(/\D/g, '').slice(0, 3))}
            />
            <Button type="submit">{t('desk.choose')}</Button>
          </form>
          {desk.plan.isError && (
            <Failure failure={desk.plan.error} onRetry={() => void desk.plan.refetch()} />
          )}
          {!plan && !desk.plan.isError && <SkeletonLines lines={10} />}
          {tooMany !== null && <Notice tone="warn">{t('desk.best.none', { count: tooMany })}</Notice>}
          {current && !current.onSale && <Notice tone="warn">{t('desk.closed')}</Notice>}
          {plan && (
            <SeatMap
              version={plan.seatingId}
              seats={desk.seats}
              categories={plan.categories}
              scene={plan.scene}
              describe={describe}
              onToggle={toggle}
              labels={mapLabels}
            />
          )}
          {plan && (
            <SeatLegend
              categories={plan.categories}
              seats={desk.seats}
              priceOf={(categoryId) => usualFormula(categoryId, formulas)?.priceMinor}
            />
          )}
        </div>
        <DeskKeys />
      </div>
      <aside className="t-desk-side" aria-label={t('desk.sale')}>
        {sale.data ? (
          <SaleDone sale={sale.data} linkSentTo={isByLink ? customer.email : null} onNew={again} />
        ) : (
          <>
            <div className="t-desk-scroll">
              <CustomerSection
                customer={customer}
                onChange={setCustomer}
                onChosen={() => {
                  partyInput.current?.focus();
                  partyInput.current?.select();
                }}
                input={customerInput}
              />
              <PlacesSection
                lines={lines}
                formulas={formulas}
                desk={desk}
                needsHold={needsHold}
                onFormula={chooseFormula}
              />
              {offered.length > 0 && (
                <div ref={optionFields}>
                  <OptionsSection
                    offered={offered}
                    incomplete={incomplete}
                    formulas={formulas}
                    choices={options}
                    onChoose={setChosenOptions}
                    customer={customer}
                    onCustomer={setCustomer}
                  />
                </div>
              )}
              <DiscountPanel>
                <DiscountSection
                  discount={discount}
                  onDiscount={setDiscount}
                  promotionCode={promotionCode}
                  onPromotionCode={setPromotionCode}
                  refusal={isPromotionRefused ? priced.failure : null}
                  prices={prices}
                  customerId={customer.tiers}
                  voucher={voucher}
                  onVoucher={setVoucher}
                  discountInput={discountInput}
                  voucherButton={voucherButton}
                />
                <Input
                  aria-label={t('desk.comment')}
                  placeholder={t('desk.comment')}
                  value={comment}
                  maxLength={2000}
                  onChange={({ target }) => setComment(target.value)}
                />
              </DiscountPanel>
              <div ref={payment} tabIndex={-1}>
                <PaymentSection
                  means={means}
                  typed={typed}
                  dueMinor={dueMinor}
                  deadline={deadline}
                  hasSchedule={schedule !== null}
                  onToggle={toggleMeans}
                  onType={(method, value) => setTyped((before) => ({ ...before, [method]: value }))}
                  onDeadline={setDeadline}
                  deadlineError={isLate ? t('desk.deadline.after-start') : undefined}
                />
                {isLater && current && (
                  <ScheduleSection
                    rows={schedule}
                    totalMinor={totalMinor}
                    startsAt={current.startsAt}
                    onRows={setSchedule}
                  />
                )}
              </div>
            </div>
            <footer className="t-desk-foot">
              {Boolean(failure) && !needsHold && <Notice tone="bad">{problemText(failure)}</Notice>}
              {needsHold && (
                <Notice tone="warn">
                  {t('desk.expired')}{' '}
                  <Button
                    kind="link"
                    onClick={() => {
                      sale.reset();
                      desk.want(desk.chosen);
                    }}
                  >
                    {t('desk.hold-again')}
                  </Button>
                </Notice>
              )}
              <DeskTotals prices={prices} dueMinor={dueMinor} name={name} />
              {isRefusalShown && (
                <div role="alert" data-testid="desk-refusal">
                  <Notice tone="warn">{missing.text}</Notice>
                </div>
              )}
              <Button
                kind="main"
                wide
                busy={sale.isPending}
                disabledBecause={missing?.text}
                data-testid="desk-collect"
                aria-keyshortcuts="Control+Enter"
                onClick={collect}
              >
                {isLater
                  ? t(isByLink ? 'desk.send-link' : 'desk.pre-reserve')
                  : t('desk.collect-amount', { amount: formatMoney(dueMinor, language) })}
              </Button>
            </footer>
          </>
        )}
      </aside>
    </div>
  );
};

export default DeskSale;
