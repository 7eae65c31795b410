import { useTranslation } from 'react-i18next';

/** Times of a performance in words: « repas 19:30, spectacle 20:30 ». */
export const useTimes = () => {
  const { t } = useTranslation('ticketing');
  return ({ mealTimes, showTimes }: { mealTimes: readonly string[]; showTimes: readonly string[] }): string =>
    [
      mealTimes.length > 0 && t('times.meal', { at: mealTimes.join(', ') }),
      showTimes.length > 0 && t('times.show', { at: showTimes.join(', ') }),
    ]
      .filter(Boolean)
      .join(', ');
};
