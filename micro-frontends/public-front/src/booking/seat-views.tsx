import { SeatMap } from '@coulisse/seat-plan/react';
import { Skeleton, useDelayed } from '@coulisse/ui-kit';
import { lazy, Suspense, useState } from 'react';
import type { Formula, Plan } from '../api/types';
import { untilLoaded } from '../app/until-loaded';
import { usePart } from '../app/use-part';
import { useText } from '../app/use-text';
import { BestSeats } from './best-seats';
import { withLaterTexts } from '../texts/language';
import { Legend } from './legend';
import { useDescribeSeat } from './seat-words';
import type { Picker } from './use-picker';

const SeatSight = lazy(() =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "seats-more" */ './seat-sight'))),
);

const VIEWS = ['plan', 'list'] as const;
type View = (typeof VIEWS)[number];

/** Plan and list, two equivalent views of the same seats. */
export function SeatViews({
  plan,
  formulas,
  picker,
  hasChosen,
}: {
  plan: Plan;
  formulas: readonly Formula[];
  picker: Picker;
  hasChosen: boolean;
}) {
  const t = useText();
  const [view, setView] = useState<View>('plan');
  const [list, askForList] = usePart(
    () => withLaterTexts(import('./seat-list')),
    () => setView('plan'),
  );
  const isDue = useDelayed(view === 'list');
  const describe = useDescribeSeat(plan, formulas);
  return (
    <section className="booking-main" aria-label={t('seats.title')}>
      <BestSeats plan={plan} formulas={formulas} picker={picker} />
      <div className="seat-tools">
        <div role="group" aria-label={t('seats.views')} className="pills">
          {VIEWS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              data-testid={`seat-${name}-tab`}
              onClick={() => {
                setView(name);
                if (name === 'list') askForList();
              }}
            >
              {t(`seats.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {view === 'plan' ? (
        <>
          <SeatMap
            version={plan.seatingId}
            seats={picker.seats}
            categories={plan.categories}
            scene={plan.scene}
            describe={describe}
            onToggle={picker.pick}
            labels={{
              map: t('map.label'),
              stage: t('map.stage'),
              zoomIn: t('map.zoom-in'),
              zoomOut: t('map.zoom-out'),
              fit: t('map.fit'),
            }}
          />
          <p className="c-hidden">{t('seats.help')}</p>
          <Legend plan={plan} formulas={formulas} />
        </>
      ) : list ? (
        <list.SeatList
          plan={plan}
          formulas={formulas}
          seats={picker.seats}
          describe={describe}
          onToggle={picker.toggle}
        />
      ) : (
        <div className="seat-list" aria-busy="true">
          {isDue && <Skeleton height="320px" />}
        </div>
      )}
      {hasChosen && (
        <Suspense fallback={null}>
          <SeatSight plan={plan} picker={picker} />
        </Suspense>
      )}
    </section>
  );
}
