import type { Formula, Plan } from '../api/types';
import { useText } from '../app/use-text';
import { useCategoryPrice } from './category-price';

export function Legend({ plan, formulas }: { plan: Plan; formulas: readonly Formula[] }) {
  const t = useText();
  const priceOf = useCategoryPrice(formulas);
  return (
    <ul role="list" className="legend" aria-label={t('legend.label')}>
      {plan.categories.map((category) => (
        <li key={category.id}>
          <i ref={(node) => node?.style.setProperty('--category', category.color)} aria-hidden />
          {category.name} {priceOf(category)}
        </li>
      ))}
      <li>
        <i data-mark="mine" aria-hidden />
        {t('basket.title')}
      </li>
      <li>
        <i data-mark="taken" aria-hidden />
        {t('legend.taken')}
      </li>
      {plan.seats.some((seat) => seat.isPmr) && (
        <li>
          <i data-mark="accessible" aria-hidden />
          {t('legend.accessible')}
        </li>
      )}
    </ul>
  );
}
