import { Notice, Stepper } from '@coulisse/ui-kit';
import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { Formula, Performance, Plan } from '../api/types';
import type { HeldCart } from '../api/booking-queries';
import { useMoney } from '../app/format';
import { Loaded, PageSkeleton } from '../app/page-states';
import { Steps } from '../app/steps';
import { useNarrow } from '../app/use-media';
import { untilLoaded } from '../app/until-loaded';
import { useText } from '../app/use-text';
import { withLaterTexts } from '../texts/language';
import { BottomBar } from './bottom-bar';
import { HoldClock, HoldNotice } from './hold-parts';
import type { NextStepProps } from './next-step';
import { afterStep, countOf, largestCount, placesLeft } from './place-counts';
import { useLivePlan } from './use-live-plan';
import { isOpen } from './use-selection';
import { usePlaces, type Places } from './use-places';
import '../styles/by-number.css';

const WheelchairPlaces = lazy(() =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "seats-more" */ './wheelchair-places'))),
);
const DriversOffer = lazy(() =>
  withLaterTexts(import(/* webpackChunkName: "seats-more" */ './drivers-offer')),
);
/** From so few on, the page says how many places are left. */
const FEW = 10;

export interface ByNumberProps {
  performance: Performance;
  formulas: readonly Formula[];
  /** The button that follows the choice. */
  Next: ComponentType<NextStepProps>;
  isPurchase: boolean;
}

/** A number of places of each formula, where no seat is chosen: the theatre places its audience, or seating is free. */
export default function ByNumber(props: ByNumberProps) {
  const places = usePlaces(props.performance.id);
  const plan = useLivePlan(props.performance.id, places.isMine);
  return (
    <>
      {props.isPurchase && <Steps current="seats" />}
      <Loaded query={plan} skeleton={<PageSkeleton cards={1} />}>
        {(found) => <Choice {...props} plan={found} places={places} />}
      </Loaded>
    </>
  );
}

function Choice({
  performance,
  formulas,
  Next,
  isPurchase,
  plan,
  places,
}: ByNumberProps & { plan: Plan; places: Places }) {
  const t = useText();
  const money = useMoney();
  const narrow = useNarrow();
  const [expired, setExpired] = useState(false);
  const { counts, busy } = places;
  const cart = isOpen(places.cart) ? places.cart : null;
  const count = countOf(counts);
  const isConfirmed = !busy && cart?.performance.id === performance.id && cart.lines.length === count;
  const lines = formulas.flatMap((formula) => {
    const taken = counts.get(formula.id) ?? 0;
    return taken > 0 ? [{ formula, taken, priceMinor: taken * Number(formula.priceMinor) }] : [];
  });
  const total = isConfirmed
    ? Number(cart?.totalMinor)
    : lines.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
  const next = <Next cartId={isConfirmed && count > 0 ? cart?.id : undefined} count={count} />;
  const basket = { cart, expired, onExpired: () => setExpired(true) };
  return (
    <div className="booking">
      <Formulas performance={performance} formulas={formulas} plan={plan} places={places} />
      {(!narrow || count > 0 || expired) && (
        <Chosen
          {...basket}
          total={total}
          next={narrow ? null : next}
          drivers={
            isConfirmed &&
            isPurchase && (
              <Suspense>
                <DriversOffer />
              </Suspense>
            )
          }
        >
          {lines.map(({ formula, taken }) => (
            <div key={formula.id} className="basket-line">
              <div className="basket-line-head">
                <span>
                  {formula.name}
                  <small>{formula.categoryName}</small>
                </span>
                <b>
                  {taken > 1 && `${taken} × `}
                  {money(Number(formula.priceMinor))}
                </b>
              </div>
            </div>
          ))}
        </Chosen>
      )}
      {narrow && (
        <BottomBar count={count} total={total} cart={cart} onExpired={basket.onExpired} next={next} />
      )}
      <p className="c-hidden" role="status">
        {count > 0 && t('seats.chosen', { count, total: money(total) })}
      </p>
    </div>
  );
}

interface FormulasProps extends Pick<ByNumberProps, 'performance' | 'formulas'> {
  plan: Plan;
  places: Places;
}

/** What is sold, by category, each formula with its number of places. */
function Formulas({ performance, formulas, plan, places }: FormulasProps) {
  const t = useText();
  const left = useMemo(() => placesLeft(plan, places.mine), [plan, places.mine]);
  const count = countOf(places.counts);
  const categories = plan.categories.filter(({ id }) =>
    formulas.some((formula) => formula.categoryId === id),
  );
  const hasWheelchairPlaces = plan.seats.some(({ isPmr }) => isPmr);
  const rules = { formulas, left, isMultiFormule: performance.isMultiFormule === true };
  return (
    <section className="booking-main by-number" aria-labelledby="by-number">
      <h2 id="by-number">{t('by-number.title')}</h2>
      <p className="c-soft">
        {t(performance.show.seating === 'FREE' ? 'by-number.free' : 'by-number.by-theatre')}
      </p>
      {categories.map(({ id, name, color }) => {
        const free = left.get(id) ?? 0;
        return (
          <section key={id} aria-labelledby={`by-number-${id}`}>
            <h3 id={`by-number-${id}`}>
              <i ref={(node) => node?.style.setProperty('--category', color)} aria-hidden />
              {name}
              {free <= FEW && (
                <small>{t(free > 0 ? 'by-number.left' : 'by-number.none-left', { count: free })}</small>
              )}
            </h3>
            <ul role="list">
              {formulas
                .filter(({ categoryId }) => categoryId === id)
                .map((formula) => (
                  <FormulaLine
                    key={formula.id}
                    formula={formula}
                    count={places.counts.get(formula.id) ?? 0}
                    largest={largestCount(places.counts, formula, rules)}
                    onChange={(next) => places.set(afterStep(places.counts, formula, next, rules))}
                  />
                ))}
            </ul>
          </section>
        );
      })}
      {hasWheelchairPlaces && count > 0 && (
        <Suspense>
          <WheelchairPlaces
            count={places.wheelchairs}
            party={count}
            onChange={(wheelchairs) => places.setWheelchairs(wheelchairs)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface FormulaLineProps {
  formula: Formula;
  count: number;
  largest: number;
  onChange: (count: number) => void;
}

function FormulaLine({ formula, count, largest, onChange }: FormulaLineProps) {
  const t = useText();
  const money = useMoney();
  const least = formula.minimumNumberOfPeople ?? 1;
  return (
    <li data-testid={`formula-${formula.id}`}>
      <span>
        <b>{formula.name}</b>
        {formula.description && <small>{formula.description}</small>}
        {least > 1 && <small>{t('by-number.least', { count: least })}</small>}
      </span>
      <span className="by-number-price">{money(Number(formula.priceMinor))}</span>
      <Stepper
        label={t('by-number.places-of', { formula: formula.name })}
        value={count}
        min={0}
        max={largest}
        onChange={onChange}
      />
    </li>
  );
}

interface ChosenProps {
  cart: HeldCart | null;
  total: number;
  expired: boolean;
  onExpired: () => void;
  next: ReactNode;
  drivers: ReactNode;
  children: readonly ReactNode[];
}

/** The basket: formulas, the time for which the places are held, the total. */
function Chosen({ cart, total, expired, onExpired, next, drivers, children }: ChosenProps) {
  const t = useText();
  const money = useMoney();
  const hasPlaces = children.length > 0;
  return (
    <aside className="basket" aria-labelledby="basket">
      <h2 id="basket">
        {t('basket.title')}
        {next !== null && hasPlaces && cart && (
          <Suspense>
            <HoldClock cart={cart} onEnd={onExpired} />
          </Suspense>
        )}
      </h2>
      {hasPlaces && cart && (
        <Suspense>
          <HoldNotice cart={cart} />
        </Suspense>
      )}
      {!hasPlaces &&
        (expired ? (
          <Notice tone="warn">{t('basket.expired')}</Notice>
        ) : (
          <p className="basket-empty">{t('by-number.empty')}</p>
        ))}
      {children}
      {hasPlaces && drivers}
      {hasPlaces && (
        <p className="basket-total">
          {t('basket.total')} <span data-testid="total">{money(total)}</span>
        </p>
      )}
      {next}
      <p className="fine">{t('basket.fine')}</p>
    </aside>
  );
}
