import { CircleCheck, Lock, Printer, Search } from 'lucide-react';
import { useId, useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, Input, useLanguage } from '@coulisse/ui-kit';
import type { Party, PendingParty, PlanParties } from './placement-types';
import { isLocked, isPlaced } from './target-seats';

export interface PartyListProps {
  plan: PlanParties;
  seatLabels: (seatIds: readonly string[]) => string[];
  colors: ReadonlyMap<string, string>;
  pickedId: string | null;
  onPick: (party: Party) => void;
  onPress: (party: Party, event: PointerEvent) => void;
}

const normal = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const matches = ({ customerName, code }: Party | PendingParty, search: string): boolean =>
  normal(`${customerName} ${code}`).includes(normal(search.trim()));
const inOrder = new Intl.Collator('fr', { numeric: true });
const seatsText = (labels: readonly string[]): string => [...labels].sort(inOrder.compare).join(', ');
const peopleIn = (parties: readonly Party[]): number =>
  parties.reduce((sum, { places }) => sum + places.length, 0);

/** The reservations of a performance: without seats first, then placed ones, then those that are not paid yet. */
export const PartyList = ({ plan, seatLabels, colors, pickedId, onPick, onPress }: PartyListProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const found = plan.parties.filter((party) => matches(party, search));
  const waiting = found.filter((party) => !isPlaced(party));
  const placed = found.filter(isPlaced);
  const pending = plan.pending.filter((party) => matches(party, search));
  const count = (parties: readonly Party[]) =>
    t('placement.groups', {
      count: parties.length,
      people: formatNumber(peopleIn(parties), language),
    });
  const item = (party: Party) => (
    <li key={party.reservationId}>
      <button
        type="button"
        className="t-party"
        aria-pressed={party.reservationId === pickedId}
        data-testid={`party-${party.code}`}
        onPointerDown={(event) => onPress(party, event)}
        onClick={() => onPick(party)}
      >
        <b style={{ borderColor: colors.get(party.reservationId) }}>{party.places.length}</b>
        <span>
          {party.customerName}
          <small>
            {isPlaced(party)
              ? seatsText(party.places.map(({ label }) => label))
              : t('placement.without-seats')}
          </small>
        </span>
        <span className="t-party-signs">
          {isLocked(party) && <Lock className="c-icon" role="img" aria-label={t('placement.is-locked')} />}
          {party.hasArrived && (
            <CircleCheck className="c-icon" role="img" aria-label={t('placement.has-arrived')} />
          )}
          {party.isPrinted && (
            <Printer className="c-icon" role="img" aria-label={t('placement.is-printed')} />
          )}
        </span>
      </button>
    </li>
  );
  return (
    <aside className="t-parties" aria-label={t('placement.parties')}>
      <div className="t-party-search">
        <Search className="c-icon" aria-hidden />
        <Input
          type="search"
          value={search}
          aria-label={t('placement.search')}
          placeholder={t('placement.search')}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <div className="t-party-sections">
        {waiting.length > 0 && (
          <Section title={t('placement.to-place')} note={count(waiting)}>
            {waiting.map(item)}
          </Section>
        )}
        <Section title={t('placement.placed')} note={count(placed)}>
          {placed.map(item)}
        </Section>
        {pending.length > 0 && (
          <Section title={t('placement.pending')} note={t('placement.pending.why')}>
            {pending.map(({ reservationId, customerName, seatIds }) => (
              <li key={reservationId}>
                <div className="t-party" data-pending>
                  <b style={{ borderColor: colors.get(reservationId) }}>{seatIds.length}</b>
                  <span>
                    {customerName}
                    <small>{seatsText(seatLabels(seatIds))}</small>
                  </span>
                </div>
              </li>
            ))}
          </Section>
        )}
        {found.length + pending.length === 0 && (
          <p className="c-soft t-party-none">{t(search ? 'placement.none-found' : 'placement.none')}</p>
        )}
      </div>
    </aside>
  );
};

const Section = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <span>{note}</span>
      </h2>
      <ul role="list">{children}</ul>
    </section>
  );
};
