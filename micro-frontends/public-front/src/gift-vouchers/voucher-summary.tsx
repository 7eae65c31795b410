import { useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import type { ReactNode } from 'react';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import {
  formulaOf,
  giftBagMinor,
  postageMinor,
  totalMinor,
  valueMinor,
  type VoucherValues,
} from './voucher-order';
import type { VoucherOffer } from './voucher-types';

interface Props {
  voucher: VoucherValues;
  offer: VoucherOffer;
  /** Buttons. */
  children: ReactNode;
}

/** What is bought, and what it costs. */
export function VoucherSummary({ voucher, offer, children }: Props) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const worth = valueMinor(voucher, offer);
  const postage = postageMinor(voucher, offer);
  const giftBag = giftBagMinor(voucher, offer);
  const total = totalMinor(voucher, offer);
  const formula = formulaOf(voucher, offer);
  return (
    <section className="order-card order-summary gift-summary" aria-labelledby="gift-summary">
      <h2 id="gift-summary">{t('gift.summary')}</h2>
      <dl aria-live="polite">
        <div>
          <dt>{formula ? `${formula.name} × ${voucher.quantity || 0}` : t('gift.value')}</dt>
          <dd>{worth === null ? '–' : money(worth)}</dd>
        </div>
        {postage > 0 && (
          <div>
            <dt>{t('gift.postage')}</dt>
            <dd>{money(postage)}</dd>
          </div>
        )}
        {giftBag > 0 && (
          <div>
            <dt>{t('gift.bag')}</dt>
            <dd>{money(giftBag)}</dd>
          </div>
        )}
        <div className="gift-total">
          <dt>{t('gift.total')}</dt>
          <dd data-testid="gift-total">{total === null ? '–' : money(total)}</dd>
        </div>
      </dl>
      <p className="c-soft fine">
        {t('gift.validity', { date: formatDate(offer.lastDay, language, 'long') })}
      </p>
      <div className="gift-buttons">{children}</div>
    </section>
  );
}
