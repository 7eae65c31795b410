import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '@coulisse/mfe-kit';
import { Card } from '@coulisse/ui-kit';
import type { SetUp } from '../../figure-types';

interface Step {
  name: 'category' | 'room' | 'plan' | 'formula' | 'show' | 'performance';
  right: string;
  path: (setUp: SetUp) => string;
}

/** In the order in which each needs those before it. */
const STEPS: readonly Step[] = [
  { name: 'category', right: 'ticketing.seat-category.create', path: () => '/configuration/categories/add' },
  { name: 'room', right: 'ticketing.room.create', path: () => '/configuration/salles/add' },
  {
    name: 'plan',
    right: 'ticketing.room.update',
    path: ({ roomId }) =>
      roomId ? `/configuration/salles/${roomId}/plans/add` : '/configuration/salles/add',
  },
  { name: 'formula', right: 'ticketing.formula.create', path: () => '/configuration/formules/add' },
  { name: 'show', right: 'ticketing.show.create', path: () => '/configuration/spectacles/add' },
  {
    name: 'performance',
    right: 'ticketing.performance.create',
    path: ({ showId }) =>
      showId ? `/configuration/spectacles/${showId}/representations/add` : '/configuration/spectacles/add',
  },
];

export const isSetUp = (setUp: SetUp): boolean => STEPS.every(({ name }) => setUp[name]);

/** What a new theatre has to do before it can sell; the first open step is the next one. */
export const SetUpList = ({ setUp }: { setUp: SetUp }) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const next = STEPS.find(({ name }) => !setUp[name]);
  const done = STEPS.filter(({ name }) => setUp[name]).length;
  return (
    <Card className="t-set-up" data-testid="set-up">
      <section>
        <h2>{t('set-up.title')}</h2>
        <p className="c-soft">{t('set-up.done', { done, all: STEPS.length })}</p>
        <ol role="list">
          {STEPS.map(({ name, right, path }, index) => (
            <li key={name} data-done={setUp[name] || undefined}>
              <i aria-hidden>{setUp[name] ? <Check /> : index + 1}</i>
              <div>
                <b>
                  {t(`set-up.${name}`)}
                  {setUp[name] && <span className="c-hidden"> {t('set-up.is-done')}</span>}
                </b>
                <span className="c-soft">{t(`set-up.${name}.why`)}</span>
              </div>
              {!setUp[name] && name === next?.name && may(right) && (
                <Link className="c-button" data-kind="main" to={path(setUp)}>
                  {t(`set-up.${name}.do`)}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
};
