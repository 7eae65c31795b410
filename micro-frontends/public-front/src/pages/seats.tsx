import { Button, useToast } from '@coulisse/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ComponentType } from 'react';
import { useNavigate, useParams } from '../routing/router';
import { formulasQuery, performanceQuery } from '../api/queries';
import type { Formula, Performance, Plan, WaitingView } from '../api/types';
import { useMoney } from '../app/format';
import { Loaded, PageSkeleton } from '../app/page-states';
import { checkOpen } from '../app/maintenance';
import { usePageTitle } from '../app/page-title';
import { PerformanceHero } from '../app/performance-hero';
import { Steps } from '../app/steps';
import { useShowTheatre } from '../app/theatre';
import { untilLoaded } from '../app/until-loaded';
import { useNarrow } from '../app/use-media';
import { useText } from '../app/use-text';
import { Basket } from '../booking/basket';
import { basketGroups, basketSeats, totalMinor } from '../booking/basket-lines';
import { BottomBar } from '../booking/bottom-bar';
import type { NextStepProps } from '../booking/next-step';
import { SeatViews } from '../booking/seat-views';
import { useGroupName } from '../booking/seat-words';
import { useLivePlan } from '../booking/use-live-plan';
import { usePicker } from '../booking/use-picker';
import { isOpen, useSelection, type Selection } from '../booking/use-selection';
import { withLaterTexts } from '../texts/language';
import { NotifyLink } from '../waiting-list/notify-link';
import { isOutside, useWaitingRoom } from '../waiting-room/use-waiting-room';
import { useWantedSeats } from '../waiting-room/use-wanted-seats';
import '../styles/booking.css';

const ByNumber = lazy(() => withLaterTexts(import('../booking/by-number')));
const NotOnSale = lazy(() => withLaterTexts(import('./not-on-sale')));
const Upsell = lazy(() =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "seats-more" */ '../booking/upsell'))),
);
const loadCheck = () =>
  untilLoaded(() => withLaterTexts(import(/* webpackChunkName: "seats-more" */ '../booking/check-cart')));
const WaitingRoom = lazy(() => withLaterTexts(import('../waiting-room/waiting-room')));

interface SeatsPageProps {
  /** Of a page that chooses seats for something else than a purchase; in the address otherwise. */
  performanceId?: string;
  Next?: ComponentType<NextStepProps>;
  /** People at first. */
  party?: number;
}

export default function SeatsPage({ performanceId: chosenId = '', ...next }: SeatsPageProps) {
  const { performanceId = chosenId } = useParams();
  const performance = useQuery(performanceQuery(performanceId));
  const formulas = useQuery(formulasQuery(performanceId));
  const room = useWaitingRoom(performanceId);
  useShowTheatre(performance.data?.organiser);
  checkOpen(performance.data?.organiser);
  usePageTitle(performance.data?.show.name ?? '');
  return (
    <Loaded query={performance} skeleton={<PageSkeleton cards={1} />}>
      {(found) => (
        <>
          <PerformanceHero performance={found} />
          {isOutside(room) ? (
            <Suspense fallback={<PageSkeleton cards={1} />}>
              <WaitingRoom performance={found} room={room} />
            </Suspense>
          ) : !found.onSale ? (
            <Suspense fallback={<PageSkeleton cards={1} />}>
              <NotOnSale performance={found} />
            </Suspense>
          ) : room === undefined && found.isWaitingRoomOpen ? (
            // The plan is not loaded for a visitor who will probably have to wait.
            <PageSkeleton cards={1} />
          ) : (
            <Loaded query={formulas} skeleton={<PageSkeleton cards={1} />}>
              {(items) => (
                <>
                  {found.availability === 'FULL' && (
                    <div className="page sold-out-line">
                      <NotifyLink performanceId={found.id} />
                    </div>
                  )}
                  {found.show.seating && found.show.seating !== 'MAP' ? (
                    <Suspense fallback={<PageSkeleton cards={1} />}>
                      <ByNumber
                        key={found.id}
                        performance={found}
                        formulas={items}
                        Next={next.Next ?? ContinueButton}
                        isPurchase={!next.Next}
                      />
                    </Suspense>
                  ) : (
                    <SeatChoice key={found.id} performance={found} formulas={items} room={room} {...next} />
                  )}
                </>
              )}
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  );
}

interface ChoiceProps extends Pick<SeatsPageProps, 'Next' | 'party'> {
  performance: Performance;
  formulas: readonly Formula[];
  room: WaitingView | undefined;
}

function SeatChoice({ performance, formulas, room, ...next }: ChoiceProps) {
  const selection = useSelection(performance.id);
  useWantedSeats(performance.id, room, selection);
  const plan = useLivePlan(performance.id, selection.isMine);
  return (
    <>
      {!next.Next && <Steps current="seats" />}
      <Loaded query={plan} skeleton={<PageSkeleton cards={1} />}>
        {(found) => (
          <Booking
            plan={found}
            formulas={formulas}
            selection={selection}
            wholeTables={performance.show.wholeTables}
            {...next}
          />
        )}
      </Loaded>
    </>
  );
}

interface BookingProps extends Pick<SeatsPageProps, 'Next' | 'party'> {
  wholeTables?: boolean;
  plan: Plan;
  formulas: readonly Formula[];
  selection: Selection;
}

function Booking({ plan, formulas, selection, Next = ContinueButton, party, wholeTables }: BookingProps) {
  const t = useText();
  const money = useMoney();
  const groupName = useGroupName();
  const narrow = useNarrow();
  const picker = usePicker(plan, selection, party, wholeTables);
  const [expired, setExpired] = useState(false);
  const { choice, busy } = selection;
  const cart = isOpen(selection.cart) ? selection.cart : null;
  const chosen = useMemo(
    () => basketSeats(choice, picker.seats, formulas, plan.categories),
    [choice, picker.seats, formulas, plan.categories],
  );
  // Uses the server's total as soon as it is for the same seats.
  const isConfirmed =
    !busy && cart?.performance.id === plan.performanceId && cart.lines.length === choice.size;
  const total = isConfirmed ? Number(cart?.totalMinor) : totalMinor(chosen);
  const [first] = basketGroups(chosen);
  const next = <Next cartId={isConfirmed && choice.size > 0 ? cart?.id : undefined} count={choice.size} />;
  const onExpired = () => setExpired(true);
  return (
    <div className="booking">
      <SeatViews plan={plan} formulas={formulas} picker={picker} hasChosen={chosen.length > 0} />
      {(!narrow || chosen.length > 0 || expired) && (
        <Basket
          chosen={chosen}
          cart={cart}
          total={total}
          picker={picker}
          narrow={narrow}
          expired={expired}
          onExpired={onExpired}
          next={next}
          upsell={
            isConfirmed &&
            Next === ContinueButton && (
              <Suspense>
                <Upsell
                  chosen={chosen}
                  plan={plan}
                  formulas={formulas}
                  picker={picker}
                  wholeTables={wholeTables}
                />
              </Suspense>
            )
          }
        />
      )}
      {narrow && (
        <BottomBar
          count={chosen.length}
          total={total}
          detail={first && groupName(first.seats.map((item) => item.seat))}
          cart={cart}
          onExpired={onExpired}
          next={next}
        />
      )}
      <p className="c-hidden" role="status">
        {chosen.length > 0 && t('seats.chosen', { count: chosen.length, total: money(total) })}
      </p>
    </div>
  );
}

function ContinueButton({ cartId, count }: NextStepProps) {
  const t = useText();
  const navigate = useNavigate();
  const toast = useToast();
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const goOn = async () => {
    setReading(true);
    const { checkCart } = await loadCheck();
    if (await checkCart(client, toast, t)) navigate(`/reservations/cart/${cartId}/edit-customer`);
    setReading(false);
  };
  return (
    <Button
      kind="main"
      className="next-button"
      data-testid="continue"
      busy={isReading || (count > 0 && !cartId)}
      disabledBecause={count === 0 ? t('basket.choose-first') : undefined}
      onClick={() => void goOn()}
    >
      {t('basket.continue')}
    </Button>
  );
}
