import { Button, onDemand } from '@coulisse/ui-kit';
import { Suspense, useState } from 'react';
import type { PricedCart } from './cart-prices';
import { useText } from '../app/use-text';
import type { PriceCodesProps } from './price-codes';

const PriceCodes = onDemand<PriceCodesProps>(async () => (await import('./price-codes')).PriceCodes);

/**
 * One line, until somebody has a code: few do.
 * @param isFixed the codes are only shown
 */
export function CodeLine({ priced, isFixed }: { priced: PricedCart; isFixed?: boolean }) {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  const { promotionCode, giftVoucher } = priced.wishes;
  const hasCode = promotionCode !== '' || giftVoucher !== null;
  const [isShown, setShown] = useState(hasCode);
  // It stays after the last code is taken back: the focus is in it.
  if (hasCode && !isShown) setShown(true);
  if (isShown || isOpened)
    return (
      <Suspense>
        <PriceCodes priced={priced} isOpened={isOpened} isFixed={isFixed} />
      </Suspense>
    );
  if (isFixed) return null;
  return (
    <p className="basket-edit">
      <Button
        kind="link"
        aria-expanded={false}
        data-testid="code-open"
        onPointerEnter={PriceCodes.preload}
        onClick={() => setOpened(true)}
      >
        {t('code.open')}
      </Button>
    </p>
  );
}
