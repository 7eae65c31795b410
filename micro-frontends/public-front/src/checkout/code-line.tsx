import { Button, onDemand } from '@coulisse/ui-kit';
import { Suspense, useState } from 'react';
import type { PricedCart } from './cart-prices';
import { useText } from '../app/use-text';
import type { PriceCodesProps } from './price-codes';

const PriceCodes = onDemand<PriceCodesProps>(async () => (await import('./price-codes')).PriceCodes);

/** One line, until somebody has a code: few do. */
export function CodeLine({ priced }: { priced: PricedCart }) {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  const { promotionCode, giftVoucher } = priced.wishes;
  if (isOpened || promotionCode !== '' || giftVoucher)
    return (
      <Suspense>
        <PriceCodes priced={priced} isOpened={isOpened} />
      </Suspense>
    );
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
