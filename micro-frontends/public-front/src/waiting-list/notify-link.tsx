import { lazy, Suspense, useSyncExternalStore } from 'react';
import { untilLoaded } from '../app/until-loaded';
import { withLaterTexts } from '../texts/language';

const JoinLink = lazy(() =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "waiting-list" */ './join-link'))),
);

const never = () => () => undefined;

/** Link to the waiting list of a performance that cannot seat everybody; loaded by the browser when the page is there. */
export function NotifyLink({ performanceId }: { performanceId: string }) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <Suspense fallback={null}>
      <JoinLink performanceId={performanceId} />
    </Suspense>
  );
}
