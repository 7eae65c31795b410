import type { FormPartProps, RecordPartProps } from '@coulisse/mfe-kit';
import { Card } from '@coulisse/ui-kit';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { WIDGET_PAGE } from '../../screen-paths';

const SitePreview = lazy(() => import('./site-preview'));
const BankCard = lazy(() => import('./bank-card'));

const IN_CARD = new Set(['bankKitMode', 'providerCredentials', 'providerUrls']);

/** Fields that the card of the bank shows, with what is to be done with them. */
export const isSettingsField = (field: string): boolean => !IN_CARD.has(field);

/** In the form: what a visitor will see of what is typed. */
export const SettingsFormExtra = ({ values }: FormPartProps) => (
  <Suspense fallback={null}>
    <SitePreview values={values} />
  </Suspense>
);

/** Under the settings of a box office. */
export const SettingsExtra = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  return (
    <Suspense fallback={null}>
      <BankCard record={record} />
      <Card>
        <SitePreview values={record} />
        <section>
          <h2>{t('section.embedding')}</h2>
          <Link to={WIDGET_PAGE}>{t('widget.open')}</Link>
        </section>
      </Card>
    </Suspense>
  );
};
