import { Button, Notice } from '@coulisse/ui-kit';
import type { Formula, Plan } from '../api/types';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { missingPeople } from './missing-people';
import DriversOffer from './drivers-offer';
import type { BasketSeat } from './basket-lines';
import { betterCategory } from './better-category';
import type { Picker } from './use-picker';

interface Props {
  chosen: readonly BasketSeat[];
  plan: Plan;
  formulas: readonly Formula[];
  picker: Picker;
  wholeTables?: boolean;
}

/** What the chosen seats need to be sold, and the next better category for the whole party. */
export default function BasketAdvice(props: Props) {
  const t = useText();
  const { chosen, wholeTables } = props;
  return (
    <>
      {missingPeople(chosen).map(({ formula, least }) => (
        <Notice key={formula} tone="warn">
          {t('advice.least', { formula, count: least })}
        </Notice>
      ))}
      {wholeTables && chosen.some(({ seat }) => seat.tableId) && (
        <p className="fine" data-testid="whole-tables">
          {t('advice.whole-tables')}
        </p>
      )}
      <DriversOffer />
      <Upsell {...props} />
    </>
  );
}

/** Offers a better category; the server then chooses its best seats. */
function Upsell({ chosen, plan, formulas, picker }: Props) {
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
