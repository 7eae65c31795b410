import { useText } from '../app/use-text';

const ERASED = ['account', 'contact', 'consents', 'waiting'] as const;
const KEPT = ['upcoming', 'sold', 'vouchers'] as const;

/** What is erased and what the theatre has to keep, before anything happens. */
export function ErasureRules() {
  const t = useText();
  return (
    <div className="erasure-rules">
      <h3>{t('erase.erased')}</h3>
      <ul>
        {ERASED.map((part) => (
          <li key={part}>{t(`erase.erased.${part}`)}</li>
        ))}
      </ul>
      <h3>{t('erase.kept')}</h3>
      <ul>
        {KEPT.map((part) => (
          <li key={part}>{t(`erase.kept.${part}`)}</li>
        ))}
      </ul>
    </div>
  );
}
