import { Notice, Select, useLanguage } from '@coulisse/ui-kit';
import { seatName } from '@coulisse/seat-plan';
import { X } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { HeldCart } from '../api/booking-queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { basketGroups, type BasketGroup, type BasketSeat } from './basket-lines';
import { HoldClock, HoldNotice } from './hold-parts';
import type { Picker } from './use-picker';
import { useGroupName } from './seat-words';

export interface BasketProps {
  chosen: readonly BasketSeat[];
  cart: HeldCart | null;
  total: number;
  picker: Pick<Picker, 'remove' | 'setFormula'>;
  /** On narrow screens the bar at the bottom has the clock and the button. */
  narrow: boolean;
  expired: boolean;
  onExpired: () => void;
  next: ReactNode;
  upsell?: ReactNode;
}

/** Chosen seats, end of the hold, prices, and the next step. */
export function Basket({ chosen, cart, total, picker, narrow, expired, onExpired, ...parts }: BasketProps) {
  const t = useText();
  const money = useMoney();
  const some = chosen.length > 0;
  return (
    <aside className="basket" aria-labelledby="basket">
      <h2 id="basket">
        {t('basket.title')}
        {!narrow && some && cart && (
          <Suspense>
            <HoldClock cart={cart} onEnd={onExpired} />
          </Suspense>
        )}
      </h2>
      {some && cart && (
        <Suspense>
          <HoldNotice cart={cart} />
        </Suspense>
      )}
      {!some && expired && <Notice tone="warn">{t('basket.expired')}</Notice>}
      {!some && !expired && <p className="basket-empty">{t('basket.empty')}</p>}
      {basketGroups(chosen).map((group) => (
        <GroupLine key={group.key} group={group} picker={picker} />
      ))}
      {parts.upsell}
      {some && (
        <p className="basket-total">
          {t('basket.total')} <span data-testid="total">{money(total)}</span>
        </p>
      )}
      {!narrow && parts.next}
      <p className="fine">{t('basket.fine')}</p>
    </aside>
  );
}

function GroupLine({ group, picker }: { group: BasketGroup; picker: BasketProps['picker'] }) {
  const t = useText();
  const money = useMoney();
  const groupName = useGroupName();
  const mayChoose = group.seats.some((item) => item.formulas.length > 1);
  const [open, setOpen] = useState(false);
  const count = group.seats.length;
  const shown = open || mayChoose;
  return (
    <div className="basket-line">
      <div className="basket-line-head">
        <span>
          {groupName(group.seats.map((item) => item.seat))}
          <small>{[group.categoryName, group.formula?.name].filter(Boolean).join(' · ')}</small>
        </span>
        <b>{count > 1 ? `${count} × ${money(group.unitMinor)}` : money(group.unitMinor)}</b>
      </div>
      {!mayChoose && (
        <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('basket.change')}
        </button>
      )}
      {shown && (
        <ul role="list" className="basket-seats">
          {group.seats.map((item) => (
            <SeatLine key={item.seat.id} item={item} picker={picker} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SeatLine({ item, picker }: { item: BasketSeat; picker: BasketProps['picker'] }) {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const name = seatName(item.seat, language);
  return (
    <li>
      <span>
        {item.formulas.length > 1 ? t('basket.places', { count: 1, numbers: item.seat.number }) : name}
      </span>
      {item.formulas.length > 1 && (
        <Select
          aria-label={t('basket.formula', { seat: name })}
          value={item.formula?.id ?? ''}
          options={item.formulas.map((formula) => ({
            value: formula.id,
            label: `${formula.name} · ${money(Number(formula.priceMinor))}`,
          }))}
          onChange={(event) => picker.setFormula(item.seat.id, event.target.value)}
        />
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('basket.remove', { seat: name })}
        onClick={() => picker.remove([item.seat.id])}
      >
        <X className="c-icon" aria-hidden />
      </button>
    </li>
  );
}
