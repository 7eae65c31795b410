import { seatName } from '@coulisse/seat-plan';
import type { DrawnSeat } from '@coulisse/seat-plan/react';
import { useTranslation } from 'react-i18next';
import { formatMoney, Notice, Select, useLanguage } from '@coulisse/ui-kit';
import type { DeskFormula } from './desk-types';
import { DriversLine } from './drivers-line';
import { HeldTime } from './held-time';
import type { DeskSeats } from './use-desk-seats';

/** A chosen seat with the formula that it is sold as. */
export interface DeskLine {
  seat: DrawnSeat;
  formula: DeskFormula | undefined;
}

export interface PlacesSectionProps {
  lines: readonly DeskLine[];
  formulas: readonly DeskFormula[];
  desk: DeskSeats;
  /** The seats are no longer held. */
  needsHold: boolean;
  onFormula: (seatId: string, formulaId: string) => void;
}

/** The chosen places, each with its formula and its price, and for how long they are held. */
export const PlacesSection = ({ lines, formulas, desk, needsHold, onFormula }: PlacesSectionProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const peopleIn = (categoryId: string) => lines.filter(({ seat }) => seat.categoryId === categoryId).length;
  const labelOf = ({ name, categoryId, minimumNumberOfPeople: least }: DeskFormula) =>
    peopleIn(categoryId) < least ? t('desk.formula.from', { formula: name, least }) : name;
  return (
    <section className="t-desk-section" aria-label={t('desk.seats')}>
      <h2>
        {t('desk.seats')}
        <span className="c-push c-actions">
          {!needsHold && <HeldTime desk={desk} />}
          <kbd>Alt P</kbd>
        </span>
      </h2>
      {lines.length === 0 && <p className="c-soft">{t('desk.seats.none')}</p>}
      {lines.map(({ seat, formula }) => (
        <div key={seat.id} className="t-desk-line" data-testid="desk-line">
          <span>{seatName(seat, language)}</span>
          <Select
            aria-label={t('desk.formula', { seat: seatName(seat, language) })}
            value={formula?.id ?? ''}
            options={formulas
              .filter(({ categoryId }) => categoryId === seat.categoryId)
              .map((each) => ({ value: each.id, label: labelOf(each) }))}
            onChange={({ target }) => onFormula(seat.id, target.value)}
          />
          <span className="c-num">{formula && formatMoney(formula.priceMinor, language)}</span>
        </div>
      ))}
      {lines.some(({ seat }) => seat.isPmr) && <Notice>{t('desk.notice.pmr')}</Notice>}
      {lines.some(({ seat }) => seat.isCompanion) && <Notice>{t('desk.notice.companion')}</Notice>}
      <DriversLine drivers={desk.drivers} onDrivers={desk.wantDrivers} />
    </section>
  );
};
