import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The part of a sale that says what reduces it, with the keys that lead there. */
export const DiscountPanel = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('ticketing');
  return (
    <section className="t-desk-section" aria-label={t('desk.discount')}>
      <h2>
        {t('desk.discount')}
        <span className="c-push">
          <kbd>Alt R</kbd>
        </span>
      </h2>
      {children}
    </section>
  );
};
