import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { seatName } from '@coulisse/seat-plan';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Check, formatMoney, Notice, SkeletonLines, toLanguage, useToast } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { changePath, deskPerformancePath, reservationDetailsPath } from '../../api-paths';
import { reservationPage } from '../../screen-paths';
import type { DeskTerms } from '../desk/desk-types';
import { useAttemptKey } from '../desk/use-attempt-key';
import { useDeskSeats } from '../desk/use-desk-seats';
import { ChangeMoney } from './change-money';
import {
  changeableItems,
  exchangeBlock,
  mostChangeable,
  shownOf,
  type ChangeAnswer,
  type Surplus,
} from './change-rules';
import { chosenFormulas, formulaChoices, isAnyOpen, placesAsSeats } from './exchange-formulas';
import { DriverSeatFields } from './driver-seat-fields';
import { driverSeatsOf, withDriverSeat, type DriverSeats } from './driver-seats';
import { ExchangePlan } from './exchange-plan';
import { FormulaFields } from './formula-fields';
import { HeldTime } from '../desk/held-time';
import { ChangeNotices } from './change-notices';
import { PresenceNotice } from './presence-notice';
import type { ReservationDetails } from './reservation-details';
import '../desk/desk.css';
import './changes.css';

interface Reservation extends ReservationDetails {
  id: string;
  code: string;
  customerName: string;
  state: string;
  arrivedCount: number | null;
  representation: { id: string };
}
interface ExchangeAnswer extends ChangeAnswer {
  seats: { id: string; label: string; formula: string; priceMinor: number; replaces: string }[];
}

/** `Date, places ou formule`: the new seats at left, what they cost at right. */
const ExchangePlaces = () => {
  const { id = '' } = useParams();
  const api = useApi();
  const reservation = useQuery({
    queryKey: ['reservation', id, 'exchange'],
    queryFn: () => api.get<Reservation>(reservationDetailsPath(id)),
    gcTime: 0,
  });
  // A failed refetch in the background keeps the form and its held seats.
  if (reservation.isError && !reservation.data)
    return <Failure failure={reservation.error} onRetry={() => void reservation.refetch()} />;
  if (!reservation.data) return <SkeletonLines lines={8} />;
  // Another edition is another reservation to choose from.
  return (
    <Exchange
      key={reservation.data.edition}
      reservation={reservation.data}
      onReload={() => void reservation.refetch()}
    />
  );
};

const Exchange = ({ reservation, onReload }: { reservation: Reservation; onReload: () => void }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, edition, items } = reservation;
  const rules = { ...reservation, arrivedCount: reservation.arrivedCount ?? 0 };
  const open = changeableItems(rules);
  const most = mostChangeable(rules);
  const [performanceId, setPerformance] = useState(reservation.representation.id);
  const [picked, setPicked] = useState<readonly string[]>(() => open.slice(0, most).map((item) => item.id));
  const [surplus, setSurplus] = useState<Surplus>('REFUND');
  const desk = useDeskSeats(performanceId);
  const isMoved = performanceId !== reservation.representation.id;
  // To another date all places move together.
  const replaced = isMoved ? items.map((item) => item.id) : picked;
  const count = replaced.length;
  const drivers = items.filter((item) => item.isDriver && replaced.includes(item.id));
  const terms = useQuery({
    queryKey: ['desk-terms', performanceId],
    queryFn: () => api.get<DeskTerms>(deskPerformancePath(performanceId)),
  });
  const token = desk.hold?.cart.token ?? '';
  const [formulas, setFormulas] = useState<Readonly<Record<string, string>>>({});
  const [chosenDriverSeats, setDriverSeats] = useState<DriverSeats>({});
  const held = desk.hold && desk.chosen.length === count ? desk.hold.seats : [];
  const driverSeats = driverSeatsOf(
    drivers.map((driver) => driver.id),
    held,
    chosenDriverSeats,
  );
  const ofDrivers = new Set(Object.values(driverSeats));
  // Without new seats, only the formula of the places changes.
  const isStaying = !isMoved && desk.chosen.length === 0 && !desk.busy;
  const staying = placesAsSeats(
    items.filter((item) => replaced.includes(item.id) && !item.isDriver),
    desk.seats,
  );
  const forPeople = (desk.hold?.seats ?? []).filter((seat) => !ofDrivers.has(seat.id));
  const choices = terms.data ? formulaChoices(isStaying ? staying : forPeople, terms.data, language) : [];
  const formulaBySeat = chosenFormulas(choices, formulas);
  const hasFormula = Object.keys(formulaBySeat).length > 0;
  const path = isStaying ? 'formulas' : 'exchange';
  const body = {
    ...{ edition, surplus, formulaBySeat },
    ...(!isStaying && {
      items: replaced,
      driverSeats: drivers.flatMap(({ id: driver }) => driverSeats[driver] ?? []),
    }),
  };
  const hasSeats = count > 0 && desk.chosen.length === count && token !== '' && !desk.busy && !desk.failure;
  const isComplete = isStaying ? hasFormula : hasSeats;
  const headers = isStaying ? undefined : { 'Cart-Token': token };
  const quote = useQuery({
    queryKey: ['exchange', id, path, body, token, desk.chosen],
    queryFn: isComplete
      ? () => api.post<ExchangeAnswer>(changePath(id, `${path}/quote`), body, { headers })
      : skipToken,
    gcTime: 0,
    retry: false,
  });
  const attempt = useAttemptKey();
  const exchange = useMutation({
    mutationFn: (answer: ExchangeAnswer) => {
      const content = { ...body, shown: shownOf(answer) };
      const idempotencyKey = attempt(JSON.stringify([path, content, token]));
      return api.post<ExchangeAnswer>(changePath(id, path), content, { headers, idempotencyKey });
    },
    onSuccess: async ({ dueMinor }) => {
      if (!isStaying) desk.forget();
      // The page of the reservation has kept what it was before; no flash of it, wherever it is shown.
      await Promise.all(
        [
          ['reservation', id],
          ...['list', 'record', 'history'].map((kind) => [kind, 'ticketing.reservation']),
        ].map((queryKey) => queries.invalidateQueries({ queryKey, refetchType: 'all' })),
      );
      toast.good(
        dueMinor > 0
          ? t(isStaying ? 'change.formulas.done-due' : 'change.exchange.done-due', {
              amount: formatMoney(dueMinor, language),
            })
          : t(isStaying ? 'change.formulas.done' : 'change.exchange.done'),
      );
      void navigate(reservationPage(id));
    },
  });
  const block = exchangeBlock(rules) ?? (isMoved && most < items.length ? 'change.arrived' : null);
  const failure = exchange.error ?? desk.failure ?? quote.error;
  const missing = block
    ? t(block)
    : !isComplete && (desk.chosen.length < count || count === 0)
      ? t(isStaying && isAnyOpen(choices) ? 'change.formulas.missing' : 'change.exchange.missing', { count })
      : !quote.data || !isComplete
        ? t('change.exchange.wait')
        : undefined;
  const seatOf = new Map(quote.data?.seats.map((seat) => [seat.replaces, seat]));
  const nameOf = ({ id: seatId, label }: { id: string; label: string }): string => {
    const seat = desk.seats.find((each) => each.id === seatId);
    return seat ? seatName(seat, language) : label;
  };
  return (
    <div className="t-desk">
      <ExchangePlan
        title={t('change.exchange.title', { code: reservation.code, name: reservation.customerName })}
        desk={desk}
        terms={terms.data}
        count={count}
        performanceId={performanceId}
        onPerformance={setPerformance}
      />
      <aside className="t-desk-side" aria-label={t('change.exchange')}>
        <div className="t-desk-scroll">
          <section className="t-desk-section">
            <PresenceNotice id={id} />
            <h2>
              {t('change.exchange.which')}
              <HeldTime desk={desk} />
            </h2>
            {isMoved && <p className="c-soft">{t('change.exchange.all')}</p>}
            {drivers.length > 0 && !isStaying && <p className="c-soft">{t('change.exchange.drivers')}</p>}
            <div className="t-change-items">
              {items.map((item) => {
                const isPicked = replaced.includes(item.id);
                const seat = seatOf.get(item.id);
                return (
                  <div key={item.id}>
                    <Check
                      label={item.seatLabel}
                      checked={isPicked}
                      disabled={
                        isMoved || !open.some((each) => each.id === item.id) || (!isPicked && count >= most)
                      }
                      data-testid="exchange-place"
                      onChange={({ target }) =>
                        setPicked((before) =>
                          target.checked ? [...before, item.id] : before.filter((each) => each !== item.id),
                        )
                      }
                    />
                    <span className="t-two" data-testid="exchange-seat">
                      {seat
                        ? isStaying
                          ? item.seatLabel
                          : t('change.exchange.to', { seat: nameOf(seat) })
                        : formatMoney(item.price, language)}
                      <small className="c-faint">
                        {seat ? `${seat.formula} · ${formatMoney(seat.priceMinor, language)}` : item.formula}
                      </small>
                    </span>
                  </div>
                );
              })}
            </div>
            {!isStaying && ofDrivers.size > 0 && (
              <DriverSeatFields
                drivers={drivers}
                seats={held}
                assigned={driverSeats}
                onChoose={(driver, seat) => setDriverSeats(withDriverSeat(driverSeats, driver, seat))}
              />
            )}
            <FormulaFields
              choices={choices}
              chosen={formulaBySeat}
              title={t(isStaying ? 'change.formulas' : 'change.exchange.formulas')}
              empty={t(isStaying ? 'change.formulas.same' : 'change.exchange.same-formula')}
              onChoose={(key, formula) => setFormulas((before) => ({ ...before, [key]: formula }))}
            />
            {quote.data && <ChangeMoney quote={quote.data} surplus={surplus} onSurplus={setSurplus} />}
            {quote.data && quote.data.dueMinor > 0 && (
              <Notice tone="info">{t('change.exchange.due-later')}</Notice>
            )}
            <p className="c-soft">{t('change.tickets')}</p>
          </section>
        </div>
        <footer className="t-desk-foot">
          <ChangeNotices desk={desk} failure={failure} onReload={onReload} />
          <div className="c-actions">
            <Button onClick={() => void navigate(reservationPage(id))}>{t('change.exchange.keep')}</Button>
            <Button
              kind="main"
              busy={exchange.isPending}
              disabledBecause={missing}
              data-testid="exchange-confirm"
              onClick={() => quote.data && exchange.mutate(quote.data)}
            >
              {isStaying && hasFormula
                ? t('change.formulas.confirm', { count: quote.data?.seats.length ?? count })
                : t('change.exchange.confirm', { count })}
            </Button>
          </div>
        </footer>
      </aside>
    </div>
  );
};

export default ExchangePlaces;
