import { Button } from '@coulisse/ui-kit';
import type { Formula, Plan } from '../api/types';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import type { BasketSeat } from './basket-lines';
import { betterCategory } from './better-category';
import type { Picker } from './use-picker';

interface Props {
  chosen: readonly BasketSeat[];
  plan: Plan;
  formulas: readonly Formula[];
  picker: Picker;
}

/** Offers the next better category for the whole party; the server then chooses its best seats. */
export default function Upsell({ chosen, plan, formulas, picker }: Props) {
  const t = useText();
  const money = useMoney();
  const better = betterCategory(chosen, plan, formulas);
  if (!better) return null;
  return (
    <p className="fine" data-testid="upsell">
      {t('upsell.offer', { category: better.name, price: money(better.moreMinor) })}{' '}
      <Button kind="link" onClick={() => picker.takeBest({ categoryId: better.id })}>
        {t('upsell.take')}
      </Button>
    </p>
  );
}
