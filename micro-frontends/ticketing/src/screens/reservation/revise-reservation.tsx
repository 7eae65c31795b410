import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import {
  Button,
  Check,
  Field,
  formatMoney,
  Input,
  Notice,
  SkeletonLines,
  toLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { deskPerformancePath, reservationDetailsPath, changePath } from '../../api-paths';
import { reservationPage } from '../../screen-paths';
import type { DeskTerms } from '../desk/desk-types';
import { useAttemptKey } from '../desk/use-attempt-key';
import { useDeskSeats } from '../desk/use-desk-seats';
import { chosenFormulas, formulaChoices } from './exchange-formulas';
import { ExchangePlan } from './exchange-plan';
import { FormulaFields } from './formula-fields';
import { HeldTime } from '../desk/held-time';
import { ChangeNotices } from './change-notices';
import { DriversLine } from '../desk/drivers-line';
import { LostDrivers } from './lost-drivers';
import { PresenceNotice } from './presence-notice';
import { afterChoice, itemsThatStay, NO_CHOICE } from './revision-rules';
import type { ReservationDetails } from './reservation-details';
import '../desk/desk.css';
import './changes.css';

const MOST_PEOPLE = 300;

interface Reservation extends ReservationDetails {
  id: string;
  version: number;
  code: string;
  customerName: string;
  state: string;
  representation: { id: string };
}
interface RevisionAnswer {
  totalBeforeMinor: number;
  totalMinor: number;
  paidMinor: number;
  seats: { id: string; label: string; formula: string; priceMinor: number }[];
  options: { name: string; quantity: number; priceMinor: number }[];
}

/** `Modifier la réservation`: number of people, formula and date of what is not sold yet. */
const ReviseReservation = () => {
  const { id = '' } = useParams();
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const reservation = useQuery({
    queryKey: ['reservation', id, 'revise'],
    queryFn: () => api.get<Reservation>(reservationDetailsPath(id)),
    gcTime: 0,
  });
  // A failed refetch in the background keeps the form and its held seats.
  if (reservation.isError && !reservation.data)
    return <Failure failure={reservation.error} onRetry={() => void reservation.refetch()} />;
  if (!reservation.data) return <SkeletonLines lines={8} />;
  const { state } = reservation.data;
  if (state !== 'PRE_RESERVATION' && state !== 'QUOTE_REQUESTED')
    return <Notice tone="warn">{t('revise.not-reserved')}</Notice>;
  return <Revise reservation={reservation.data} onReload={() => void reservation.refetch()} />;
};

/** What was typed stays when somebody else has changed the reservation meanwhile. */
const Revise = ({ reservation, onReload }: { reservation: Reservation; onReload: () => void }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, version, items } = reservation;
  const [performanceId, setPerformance] = useState(reservation.representation.id);
  const persons = items.filter(({ isDriver }) => !isDriver);
  const [people, setPeople] = useState(String(persons.length));
  const [choice, setChoice] = useState(NO_CHOICE);
  const [formulas, setFormulas] = useState<Readonly<Record<string, string>>>({});
  const desk = useDeskSeats(performanceId);
  const isMoved = performanceId !== reservation.representation.id;
  const partySize = Math.min(MOST_PEOPLE, Math.max(0, Math.trunc(Number(people) || 0)));
  const staying = isMoved ? [] : itemsThatStay(persons, choice, partySize);
  const drivers = items.filter(({ id: item, isDriver }) => isDriver && !choice.out.includes(item));
  const stayingDrivers = isMoved ? [] : drivers;
  const count = Math.max(0, partySize - staying.length);
  const { wantDrivers } = desk;
  // To another date they come along: the desk holds places for them there.
  const movedDrivers = isMoved ? drivers.length : 0;
  useEffect(() => wantDrivers(movedDrivers), [wantDrivers, movedDrivers]);
  const keep = [...staying, ...stayingDrivers].map((item) => item.id);
  const keptIds = keep.join();
  const { stayBesides } = desk;
  // More people may give a right to another driver.
  useEffect(() => stayBesides(keptIds === '' ? [] : keptIds.split(',')), [stayBesides, keptIds]);
  const terms = useQuery({
    queryKey: ['desk-terms', performanceId],
    queryFn: () => api.get<DeskTerms>(deskPerformancePath(performanceId)),
  });
  const categories = new Map(desk.plan.data?.categories.map((each) => [each.id, each.name]));
  const stayingIds = new Set(staying.map(({ seatId }) => seatId));
  const stayingSeats = desk.seats
    .filter((seat) => stayingIds.has(seat.id))
    .map((seat) => ({
      ...{
        id: seat.id,
        row: seat.row,
        number: seat.number,
        categoryId: seat.categoryId,
        tableId: seat.tableId,
      },
      categoryName: categories.get(seat.categoryId) ?? '',
    }));
  const choices = terms.data
    ? formulaChoices([...stayingSeats, ...(desk.hold?.seats ?? [])], terms.data, language)
    : [];
  const formulaBySeat = chosenFormulas(choices, formulas);
  const token = desk.hold?.cart.token ?? '';
  const hasNew = desk.chosen.length > 0;
  const isComplete =
    partySize > 0 && desk.chosen.length === count && (!hasNew || token !== '') && !desk.busy && !desk.failure;
  const body = { keep, formulaBySeat };
  const headers: Record<string, string> = hasNew ? { 'Cart-Token': token } : {};
  const quote = useQuery({
    queryKey: ['revise', id, version, body, token, desk.chosen, desk.drivers],
    queryFn: isComplete
      ? () => api.post<RevisionAnswer>(changePath(id, 'revise/quote'), body, { headers })
      : skipToken,
    gcTime: 0,
    retry: false,
  });
  const attempt = useAttemptKey();
  const revise = useMutation({
    mutationFn: ({ totalMinor }: RevisionAnswer) => {
      const content = { ...body, version, shownMinor: totalMinor };
      const idempotencyKey = attempt(JSON.stringify([content, token]));
      return api.post<RevisionAnswer>(changePath(id, 'revise'), content, { headers, idempotencyKey });
    },
    onSuccess: async () => {
      desk.forget();
      await Promise.all(
        [
          ['reservation', id],
          ...['list', 'record', 'history'].map((kind) => [kind, 'ticketing.reservation']),
        ].map((queryKey) => queries.invalidateQueries({ queryKey, refetchType: 'all' })),
      );
      toast.good(t('revise.done'));
      void navigate(reservationPage(id));
    },
  });
  const reserved = new Set(quote.data?.seats.map((seat) => seat.id));
  const lost = quote.data ? stayingDrivers.filter(({ seatId }) => !reserved.has(seatId)) : [];
  const failure = revise.error ?? desk.failure ?? quote.error;
  const missing =
    partySize === 0
      ? t('revise.people.missing')
      : desk.chosen.length !== count
        ? t('change.exchange.missing', { count })
        : !quote.data || !isComplete
          ? t('change.exchange.wait')
          : undefined;
  return (
    <div className="t-desk">
      <ExchangePlan
        title={t('revise.title', { code: reservation.code, name: reservation.customerName })}
        desk={desk}
        terms={terms.data}
        count={count}
        performanceId={performanceId}
        onPerformance={setPerformance}
      />
      <aside className="t-desk-side" aria-label={t('revise.action')}>
        <div className="t-desk-scroll">
          <section className="t-desk-section">
            <PresenceNotice id={id} />
            <h2>
              {t('revise.people')}
              <HeldTime desk={desk} />
            </h2>
            <Field label={t('revise.people.label')}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  min={1}
                  max={MOST_PEOPLE}
                  value={people}
                  data-testid="revise-people"
                  onChange={({ target }) => setPeople(target.value)}
                />
              )}
            </Field>
            {isMoved ? (
              <p className="c-soft">{t('change.exchange.all')}</p>
            ) : (
              <fieldset className="t-change-items">
                <legend>{t('revise.keep')}</legend>
                {items.map((item) => (
                  <div key={item.id}>
                    <Check
                      label={item.seatLabel}
                      checked={staying.includes(item) || stayingDrivers.includes(item)}
                      data-testid="revise-place"
                      onChange={({ target }) =>
                        setChoice((before) => afterChoice(before, item.id, target.checked))
                      }
                    />
                    <small className="c-faint">
                      {item.formula} · <span className="c-num">{formatMoney(item.price, language)}</span>
                    </small>
                  </div>
                ))}
              </fieldset>
            )}
            <FormulaFields
              choices={choices}
              chosen={formulaBySeat}
              title={t('revise.formulas')}
              empty={t('change.exchange.same-formula')}
              onChoose={(key, formula) => setFormulas((before) => ({ ...before, [key]: formula }))}
            />
            <DriversLine drivers={desk.drivers} onDrivers={wantDrivers} />
            <LostDrivers places={lost} />
            {quote.data && (
              <dl className="t-totals" aria-live="polite" data-testid="revise-money">
                <div>
                  <dt className="c-soft">{t('change.total-before')}</dt>
                  <dd className="c-num">{formatMoney(quote.data.totalBeforeMinor, language)}</dd>
                </div>
                <div>
                  <dt>
                    <strong>{t('change.total')}</strong>
                  </dt>
                  <dd className="c-num">
                    <strong>{formatMoney(quote.data.totalMinor, language)}</strong>
                  </dd>
                </div>
                {quote.data.paidMinor > 0 && (
                  <div>
                    <dt className="c-soft">{t('change.paid')}</dt>
                    <dd className="c-num">{formatMoney(quote.data.paidMinor, language)}</dd>
                  </div>
                )}
              </dl>
            )}
            <p className="c-soft">{t('revise.told')}</p>
          </section>
        </div>
        <footer className="t-desk-foot">
          <ChangeNotices desk={desk} failure={failure} onReload={onReload} />
          <div className="c-actions">
            <Button onClick={() => void navigate(reservationPage(id))}>{t('revise.keep-all')}</Button>
            <Button
              kind="main"
              busy={revise.isPending}
              disabledBecause={missing}
              data-testid="revise-confirm"
              onClick={() => quote.data && revise.mutate(quote.data)}
            >
              {t('revise.confirm')}
            </Button>
          </div>
        </footer>
      </aside>
    </div>
  );
};

export default ReviseReservation;
