import { useLanguage } from '@coulisse/ui-kit';
import { formatPercent } from '@coulisse/ui-kit/format';
import type { ReactNode } from 'react';
import { Link } from '../routing/router';
import type { HeldCart } from '../api/queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { HoldClock, HoldNotice } from '../booking/hold-timer';
import { useGroupName } from '../booking/seat-words';
import { recapGroups } from './recap-groups';

/** Summary of the order with its VAT. */
export function Recap({ cart, narrow, next }: { cart: HeldCart; narrow: boolean; next: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const groupName = useGroupName();
  return (
    <aside className="basket" aria-labelledby="recap">
      <h2 id="recap">
        {t('customer.recap')}
        {!narrow && <HoldClock cart={cart} />}
      </h2>
      <HoldNotice cart={cart} />
      {recapGroups(cart.lines).map(({ key, lines }) => (
        <div key={key} className="basket-line">
          <div className="basket-line-head">
            <span>
              {groupName(lines)}
              <small>{[lines[0]?.categoryName, lines[0]?.formulaName].filter(Boolean).join(' · ')}</small>
            </span>
            <b>
              {lines.length > 1 && `${lines.length} × `}
              {money(Number(lines[0]?.priceMinor))}
            </b>
          </div>
        </div>
      ))}
      <p className="basket-edit">
        <Link to={`/reservations/cart/add/${cart.performance.id}`}>{t('basket.edit-seats')}</Link>
      </p>
      <p className="basket-total">
        {t('basket.total')} <span data-testid="total">{money(Number(cart.totalMinor))}</span>
      </p>
      <dl className="basket-vat">
        {cart.vat.map((line) => (
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
