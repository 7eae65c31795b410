import { useLanguage } from '@coulisse/ui-kit';
import { minorToDecimal } from '@coulisse/ui-kit/format';
import type { Formula, Plan } from '../api/types';
import { shortMoney } from '../app/format';
import { useText } from '../app/use-text';

/** '89 €', or 'dès 45 €' when the category has formulas of several prices. */
export function useCategoryPrice(formulas: readonly Formula[]) {
  const t = useText();
  const language = useLanguage();
  return (category: Plan['categories'][number]): string => {
    const prices = formulas
      .filter((formula) => formula.categoryId === category.id)
      .map((formula) => Number(formula.priceMinor));
    const lowest = prices.length > 0 ? Math.min(...prices) : category.fromPriceMinor;
    if (lowest === null) return '';
    const price = shortMoney(minorToDecimal(Number(lowest)), language);
    return new Set(prices).size > 1 ? t('price.from-short', { price }) : price;
  };
}
