import { useLanguage } from '@coulisse/ui-kit';
import { seatName } from '@coulisse/seat-plan';
import { formatPercent } from '@coulisse/ui-kit/format';
import type { ReactNode } from 'react';
import { Link } from '../routing/router';
import type { HeldCart } from '../api/booking-queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { HoldClock, HoldNotice } from '../booking/hold-timer';
import { useGroupName } from '../booking/seat-words';
import type { PricedCart } from './cart-prices';
import { CodeLine } from './code-line';
import { pricedLines, recapGroups } from './recap-groups';

export interface RecapProps {
  cart: HeldCart;
  /** Prices with options and codes. */
  priced?: PricedCart;
  /** The reservation is saved: its codes are only shown. */
  isFixed?: boolean;
  narrow: boolean;
  next: ReactNode;
}

/** Summary of the order with its VAT. */
export function Recap({ cart, priced, isFixed, narrow, next }: RecapProps) {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const groupName = useGroupName();
  const prices = priced?.prices ?? null;
  const { totalMinor, vat } = prices ?? cart;
  const hasSeats = (cart.performance.show.seating ?? 'MAP') === 'MAP';
  return (
    <aside className="basket" aria-labelledby="recap">
      <h2 id="recap">
        {t('customer.recap')}
        {!narrow && <HoldClock cart={cart} />}
      </h2>
      <HoldNotice cart={cart} />
      {recapGroups(pricedLines(cart.lines, prices), hasSeats).map(({ key, lines }) => (
        <div key={key} className="basket-line">
          <div className="basket-line-head">
            <span>
              {hasSeats ? groupName(lines) : t('basket.count', { count: lines.length })}
              <small>{[lines[0]?.categoryName, lines[0]?.formulaName].filter(Boolean).join(' · ')}</small>
            </span>
            <b>
              {lines.length > 1 && `${lines.length} × `}
              {money(Number(lines[0]?.priceMinor))}
            </b>
          </div>
        </div>
      ))}
      {cart.drivers.seats.length > 0 && (
        <div className="basket-line" data-testid="recap-drivers">
          <div className="basket-line-head">
            <span>
              {t('drivers.places', { count: cart.drivers.seats.length })}
              {hasSeats && (
                <small>
                  {cart.drivers.seats
                    .map((seat) => seatName({ ...seat, tableId: seat.tableId ?? null }, language))
                    .join(' · ')}
                </small>
              )}
            </span>
            <b>{money(0)}</b>
          </div>
        </div>
      )}
      {prices?.options.map(({ formulaId, optionId, quantity, priceMinor }) => (
        <div key={`${formulaId}/${optionId}`} className="basket-line">
          <div className="basket-line-head">
            <span>
              {quantity > 1 && `${quantity} × `}
              {
                prices.offered.find(
                  (option) => option.optionId === optionId && option.formulaId === formulaId,
                )?.name
              }
            </span>
            <b>{money(priceMinor)}</b>
          </div>
        </div>
      ))}
      <p className="basket-edit">
        <Link to={`/reservations/cart/add/${cart.performance.id}`}>{t('basket.edit-seats')}</Link>
      </p>
      {priced && <CodeLine priced={priced} isFixed={isFixed} />}
      <p className="basket-total">
        {t('basket.total')} <span data-testid="total">{money(Number(totalMinor))}</span>
      </p>
      {prices?.giftVoucher && (
        <p className="basket-total">
          {t('recap.left-to-pay')} <span data-testid="left-to-pay">{money(prices.leftToPayMinor)}</span>
        </p>
      )}
      <dl className="basket-vat">
        {vat.map((line) => (
          <div key={String(line.rate)}>
            <dt>{t('vat.line', { rate: formatPercent(Number(line.rate), language) })}</dt>
            <dd>{money(Number(line.vatMinor))}</dd>
          </div>
        ))}
      </dl>
      {!narrow && next}
    </aside>
  );
}
