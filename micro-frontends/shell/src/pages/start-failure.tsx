import type { i18n as I18n } from 'i18next';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { ErrorState } from '@coulisse/ui-kit';

/** Error before login: the portal's settings or the login server are not available. */
export const StartFailure = ({ failure, i18n }: { failure: unknown; i18n: I18n }) => (
  <I18nextProvider i18n={i18n}>
    <Message failure={failure} />
  </I18nextProvider>
);

const Message = ({ failure }: { failure: unknown }) => {
  const { t } = useTranslation('shell');
  return (
    <ErrorState
      title={t('start.title')}
      reference={failure instanceof Error ? failure.message : null}
      onRetry={() => location.reload()}
    >
      {t('start.body')}
    </ErrorState>
  );
};
