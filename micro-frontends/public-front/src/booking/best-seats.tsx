import { Button, Select, Stepper } from '@coulisse/ui-kit';
import { lazy, Suspense, useState } from 'react';
import type { Formula, Plan } from '../api/types';
import { untilLoaded } from '../app/until-loaded';
import { useText } from '../app/use-text';
import { withLaterTexts } from '../texts/language';
import { useCategoryPrice } from './category-price';
import { MAX_SEATS, type Picker } from './use-picker';

const WheelchairPlaces = lazy(() =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "seats-more" */ './wheelchair-places'))),
);

export interface BestSeatsProps {
  plan: Plan;
  formulas: readonly Formula[];
  picker: Picker;
}

/** Party and price are enough: the server chooses and holds the seats, the plan shows them. */
export function BestSeats({ plan, formulas, picker }: BestSeatsProps) {
  const t = useText();
  const priceOf = useCategoryPrice(formulas);
  const [category, setCategory] = useState('');
  const [wheelchairs, setWheelchairs] = useState<number>();
  const { party } = picker;
  const categories = plan.categories.map(({ id, ...named }) => ({
    value: id,
    label: `${named.name} ${priceOf({ id, ...named })}`,
  }));
  return (
    <div className="best">
      <span aria-hidden>{t('seats.party')}</span>
      <Stepper
        label={t('seats.party')}
        value={party}
        min={1}
        max={MAX_SEATS}
        onChange={(size) => picker.setParty(size)}
      />
      {categories.length > 1 && (
        <Select
          aria-label={t('seats.category')}
          value={category}
          options={[{ value: '', label: t('seats.any') }, ...categories]}
          onChange={({ target }) => setCategory(target.value)}
        />
      )}
      <Button
        kind={picker.seats.some(({ state }) => state === 'MINE') ? undefined : 'main'}
        busy={picker.busy}
        data-testid="best-seats"
        onClick={() =>
          picker.takeBest({
            ...(category && { categoryId: category }),
            ...(wheelchairs && { wheelchairs: Math.min(wheelchairs, party) }),
          })
        }
      >
        {t('seats.best', { count: party })}
      </Button>
      {wheelchairs !== undefined ? (
        <Suspense>
          <WheelchairPlaces count={wheelchairs} party={party} onChange={setWheelchairs} />
        </Suspense>
      ) : (
        plan.seats.some(({ isPmr }) => isPmr) && (
          <Button kind="link" onClick={() => setWheelchairs(1)}>
            {t('legend.accessible')}
          </Button>
        )
      )}
    </div>
  );
}
