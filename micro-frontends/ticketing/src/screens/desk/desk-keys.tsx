import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

const KEYS = [
  { meaning: 'customer', keys: ['Alt', 'C'] },
  { meaning: 'places', keys: ['Alt', 'P'] },
  { meaning: 'means', keys: ['1', '…', '6'] },
  { meaning: 'collect', keys: ['Ctrl', 'enter'] },
] as const;

/** The keys of the usual sale, in their order. */
export const DeskKeys = () => {
  const { t } = useTranslation('ticketing');
  return (
    <p className="t-desk-keys c-soft">
      {KEYS.map(({ meaning, keys }) => (
        <span key={meaning}>
          {keys.map((key) => (
            <Fragment key={key}>
              {key === '…' ? key : <kbd>{key === 'enter' ? t('desk.key.enter') : key}</kbd>}
            </Fragment>
          ))}
          {t(`desk.key.${meaning}`)}
        </span>
      ))}
    </p>
  );
};
