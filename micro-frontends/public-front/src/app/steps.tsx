import { Link } from '../routing/router';
import { useText } from './use-text';

const STEPS = ['seats', 'customer', 'payment'] as const;
export type Step = (typeof STEPS)[number];

/** Steps of the reservation; completed ones are links. */
export function Steps({ current, seatsPath }: { current: Step; seatsPath?: string }) {
  const t = useText();
  const at = STEPS.indexOf(current);
  return (
    <nav className="steps" aria-label={t('steps.label')}>
      <ol role="list">
        {STEPS.map((step, index) => (
          <li key={step} aria-current={index === at ? 'step' : undefined}>
            {index < at && step === 'seats' && seatsPath ? (
              <Link to={seatsPath}>
                {index + 1} {t(`steps.${step}`)}
              </Link>
            ) : (
              <span>
                {index + 1} {t(`steps.${step}`)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
