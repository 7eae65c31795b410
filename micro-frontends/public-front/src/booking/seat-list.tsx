import { Check } from '@coulisse/ui-kit';
import { Check as Tick, Accessibility } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { Formula, Plan, Seat } from '../api/types';
import { useText } from '../app/use-text';
import { useCategoryPrice } from './category-price';
import { rowsOf, type Row } from './seat-rows';

export interface SeatListProps {
  plan: Plan;
  formulas: readonly Formula[];
  seats: readonly Seat[];
  describe: (seat: Seat) => string;
  onToggle: (seat: Seat) => void;
}

/** The seats of the plan as a list, for screen readers and touch: a full alternative, not a fallback. */
export function SeatList({ plan, formulas, seats, describe, onToggle }: SeatListProps) {
  const t = useText();
  const priceOf = useCategoryPrice(formulas);
  const [onlyAccessible, setOnlyAccessible] = useState(false);
  const hasAccessible = seats.some((seat) => seat.isPmr);
  const sections = useMemo(() => {
    const matching = onlyAccessible ? seats.filter((seat) => seat.isPmr) : seats;
    return plan.categories
      .map((category) => ({ category, rows: rowsOf(matching, category.id) }))
      .filter(({ rows }) => rows.length > 0);
  }, [plan.categories, seats, onlyAccessible]);

  return (
    <div className="seat-list">
      {hasAccessible && (
        <Check
          label={t('seats.only-accessible')}
          checked={onlyAccessible}
          onChange={(event) => setOnlyAccessible(event.target.checked)}
        />
      )}
      {sections.length === 0 && <p className="c-soft">{t('seats.none-free')}</p>}
      {sections.map(({ category, rows }) => (
        <section key={category.id} aria-labelledby={`category-${category.id}`}>
          <h2 id={`category-${category.id}`}>
            <i ref={(node) => node?.style.setProperty('--category', category.color)} aria-hidden />
            {category.name} <small>{priceOf(category)}</small>
          </h2>
          {rows.map(({ row, seats: list }) => (
            <SeatRow key={row} row={row} seats={list} describe={describe} onToggle={onToggle} />
          ))}
        </section>
      ))}
    </div>
  );
}

type SeatRowProps = Row & Pick<SeatListProps, 'describe' | 'onToggle'>;

const sameRow = (before: SeatRowProps, after: SeatRowProps): boolean =>
  before.row === after.row &&
  before.describe === after.describe &&
  before.onToggle === after.onToggle &&
  before.seats.length === after.seats.length &&
  before.seats.every((seat, place) => seat === after.seats[place]);

/** Rendered again only when one of its seats has changed: a list may have thousands. */
const SeatRow = memo(function SeatRow({ row, seats, describe, onToggle }: SeatRowProps) {
  const t = useText();
  const name = t(seats[0]?.tableId ? 'basket.table' : 'basket.row', { row });
  return (
    <div className="seat-row" role="group" aria-label={name}>
      <h3>
        {name}
        <small>{t('seats.free', { count: seats.filter((seat) => seat.state === 'FREE').length })}</small>
      </h3>
      <div>
        {seats.map((seat) => (
          <button
            key={seat.id}
            type="button"
            aria-pressed={seat.state === 'MINE'}
            aria-label={describe(seat)}
            data-testid={`seat-${seat.id}`}
            data-state={seat.state}
            onClick={() => onToggle(seat)}
          >
            {seat.state === 'MINE' && <Tick className="c-icon" aria-hidden />}
            {seat.isPmr && <Accessibility className="c-icon" aria-hidden />}
            {seat.number}
          </button>
        ))}
      </div>
    </div>
  );
}, sameRow);
