import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen, Undo2, WandSparkles } from 'lucide-react';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useApi, useMay, useResourcePath, useScreenKeys } from '@coulisse/mfe-kit';
import { seatName } from '@coulisse/seat-plan';
import { showParties } from '@coulisse/seat-plan/parties';
import { type DrawnSeat, type PlanDrawing, SeatMap } from '@coulisse/seat-plan/react';
import { Button, formatDate, formatNumber, isTyping, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import type { PerformancePlan, PerformanceRow } from '../../api-types';
import { performancePage } from '../../screen-paths';
import { PerformanceSale } from '../performances/performance-sale';
import { useOpened } from '../use-opened';
import { useSeatMapLabels } from '../seats/use-seat-map-labels';
import { AutomaticDialog } from './automatic-dialog';
import { colorsOf, marksOf } from './party-marks';
import { PartyList } from './party-list';
import { PlanDocumentsMenu } from './plan-documents-menu';
import { PlacementStrip } from './placement-strip';
import type { Party, PlanParties } from './placement-types';
import { isLocked, isPlaced, seatedParties, staysAt, targetAt } from './target-seats';
import { usePartyDrag } from './use-party-drag';
import { usePlacement } from './use-placement';
import './placement.css';

/** The plan of a performance with its reservations: who sits where, and who moves. */
const PlacementPage = () => {
  const { performance = '' } = useParams();
  const path = useResourcePath('ticketing.performance');
  const may = useMay();
  const isAllowed = path !== null && may('ticketing.placement.update');
  return isAllowed ? <PlacementScreen id={performance} path={path} /> : <Unavailable />;
};

const PlacementScreen = ({ id, path }: { id: string; path: string }) => {
  const api = useApi();
  const record = useQuery({
    queryKey: ['placement-performance', id],
    queryFn: ({ signal }) => api.get<PerformanceRow>(`${path}/${id}`, { signal }),
  });
  const placement = usePlacement(id);
  const failed = [record, placement.plan, placement.parties].find(({ isError, data }) => isError && !data);
  if (failed) return <Failure failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!record.data || !placement.plan.data || !placement.parties.data) return <SkeletonLines lines={10} />;
  return (
    <PlacementView
      performance={record.data}
      plan={placement.plan.data}
      parties={placement.parties.data}
      placement={placement}
    />
  );
};

interface PlacementViewProps {
  performance: PerformanceRow;
  plan: PerformancePlan;
  parties: PlanParties;
  placement: ReturnType<typeof usePlacement>;
}

const PlacementView = ({ performance, plan, parties, placement }: PlacementViewProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const labels = useSeatMapLabels(t('placement.map'));
  const [pickedId, setPicked] = useState<string | null>(null);
  const [pointedId, setPointed] = useState<string | null>(null);
  const [isAutomatic, setAutomatic] = useOpened('automatic-placement');
  const [drawing, setDrawing] = useState<PlanDrawing | null>(null);
  const { proposal, move, lock, undo, lastRun } = placement;

  const seated = useMemo(() => seatedParties(plan.seats, parties.parties), [plan.seats, parties]);
  const seatById = useMemo(() => new Map(plan.seats.map((seat) => [seat.id, seat])), [plan.seats]);
  const picked = parties.parties.find(({ reservationId }) => reservationId === pickedId) ?? null;
  const colors = useMemo(() => colorsOf(parties), [parties]);
  const marks = useMemo(
    () => marksOf(parties, plan.seats, { pickedId: proposal ? null : pickedId, proposal }),
    [parties, plan.seats, pickedId, proposal],
  );
  const pointed = pointedId === null ? undefined : seatById.get(pointedId);
  const target = useMemo(
    () => (picked && pointed ? targetAt(picked, pointed, seated) : null),
    [picked, pointed, seated],
  );
  const shownMarks = useMemo(
    () =>
      picked && target && !('refusal' in target) && !staysAt(picked, target)
        ? [
            ...marks,
            ...[{ name: picked.customerName, color: '#5b2d86', isLocked: false, seats: target.seats }].map(
              (mark) => ({ ...mark, look: 'proposal' as const }),
            ),
          ]
        : marks,
    [marks, picked, target],
  );
  useEffect(() => {
    if (drawing) showParties(drawing.sheet, shownMarks, plan.seats);
  }, [drawing, shownMarks, plan.seats]);
  const own = useMemo(
    () => new Set(proposal ? [] : picked?.places.filter(({ isSold }) => isSold).map(({ seatId }) => seatId)),
    [picked, proposal],
  );
  const shownSeats = useMemo(
    () => plan.seats.map((seat) => (own.has(seat.id) ? { ...seat, state: 'MINE' as const } : seat)),
    [plan.seats, own],
  );

  const put = useCallback(
    (party: Party, seatId: string) => {
      const seat = seatById.get(seatId);
      const found = seat && targetAt(party, seat, seated);
      if (!found || 'refusal' in found) return;
      setPicked(null);
      if (!staysAt(party, found)) move.mutate({ party, target: found });
    },
    [seatById, seated, move],
  );
  const pick = (party: Party) => {
    if (proposal) return;
    const isAgain = party.reservationId === pickedId;
    setPicked(isAgain ? null : party.reservationId);
    // From the list to the plan: the arrows choose the seat, Enter places.
    if (!isAgain) drawing?.focus(party.places[0]?.seatId ?? '');
  };
  const press = (seat: DrawnSeat) => {
    if (proposal || move.isPending) return;
    const party = seated.bySeat.get(seat.id);
    if (!picked) {
      if (party) setPicked(party.reservationId);
    } else if (party?.reservationId === pickedId) setPicked(null);
    else put(picked, seat.id);
  };
  const drag = usePartyDrag({
    onStart: (party) => setPicked(party.reservationId),
    onMove: (event) => setPointed(drawing?.seatAt(event)?.id ?? null),
    onDrop: (party, event) => {
      const seat = drawing?.seatAt(event);
      setPointed(null);
      if (seat) put(party, seat.id);
      else setPicked(null);
    },
    onCancel: () => setPicked(null),
  });
  const describe = useCallback(
    (seat: DrawnSeat) => {
      const party = seated.bySeat.get(seat.id);
      const isSeatLocked = seatById.get(seat.id)?.tableNumberLocked;
      return [
        seatName(seat, language),
        plan.categories.find(({ id }) => id === seat.categoryId)?.name,
        party ? `${party.customerName} (${party.places.length})` : t(`seat.state.${seat.state}`),
        isSeatLocked && t('placement.is-locked'),
      ]
        .filter(Boolean)
        .join(', ');
    },
    [seated, seatById, plan.categories, language, t],
  );

  const shortcuts = useRef({ release: () => {}, undo: () => {} });
  useEffect(() => {
    shortcuts.current = {
      release: () => setPicked(null),
      undo: () => lastRun && !undo.isPending && undo.mutate(lastRun),
    };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      if (event.key === 'Escape') shortcuts.current.release();
      else if ((event.ctrlKey || event.metaKey) && event.key === 'z') shortcuts.current.undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useScreenKeys([
    {
      title: t('placement.title'),
      keys: [
        { names: ['Enter'], meaning: t('placement.keys.place') },
        { names: ['Esc'], meaning: t('placement.release') },
        { names: ['Ctrl', 'Z'], meaning: t('placement.undo') },
      ],
    },
  ]);

  const free = plan.seats.filter(({ state }) => state === 'FREE');
  const times = [...(performance.mealTimes ?? []), ...(performance.showTimes ?? [])];
  const withoutSeats = parties.parties.filter((party) => !isPlaced(party)).length;
  return (
    <div className="t-placement" data-dragging={drag.dragged ? true : undefined}>
      <header className="t-head">
        <nav className="t-crumbs" aria-label={t('breadcrumb')}>
          <Link to={performancePage(performance.id)}>{performance.show?.label}</Link>
          <span aria-hidden>/</span>
        </nav>
        <h1>{t('placement.title')}</h1>
        <span className="c-soft">
          {[formatDate(performance.date, language, 'short'), times.at(-1)].filter(Boolean).join(' ')}
          {performance.room && ` · ${performance.room.label}`}
        </span>
        <PerformanceSale record={performance} />
        <span className="c-push">
          <PlanDocumentsMenu performanceId={performance.id} date={performance.date} />
        </span>
      </header>
      <PartyList
        plan={parties}
        seatLabels={(seatIds) =>
          seatIds.flatMap((id) => {
            const seat = seatById.get(id);
            return seat ? [`${seat.row}-${seat.number}`] : [];
          })
        }
        colors={colors}
        pickedId={pickedId}
        onPick={pick}
        onPress={(party, event) => !proposal && drag.begin(party, event)}
      />
      <div className="t-placement-room">
        <div className="t-placement-tools">
          <ul className="t-placement-free" role="list">
            <li>
              {t('placement.free', { count: free.length, number: formatNumber(free.length, language) })}
            </li>
            {plan.categories.map(({ id, name, color }) => (
              <li key={id}>
                <i style={{ '--category': color } as CSSProperties} aria-hidden />
                {name} {formatNumber(free.filter(({ categoryId }) => categoryId === id).length, language)}
              </li>
            ))}
          </ul>
          <span className="c-push t-placement-buttons">
            <Button
              kind="quiet"
              icon={<Undo2 className="c-icon" aria-hidden />}
              busy={undo.isPending}
              disabledBecause={lastRun ? undefined : t('placement.undo.nothing')}
              onClick={() => lastRun && undo.mutate(lastRun)}
            >
              {t('placement.undo')}
            </Button>
            <Button
              icon={
                picked && isLocked(picked) ? (
                  <LockOpen className="c-icon" aria-hidden />
                ) : (
                  <Lock className="c-icon" aria-hidden />
                )
              }
              busy={lock.isPending}
              disabledBecause={picked ? undefined : t('placement.lock.pick-first')}
              data-testid="lock-party"
              onClick={() => picked && lock.mutate(picked)}
            >
              {t(picked && isLocked(picked) ? 'placement.unlock' : 'placement.lock')}
            </Button>
            <Button
              icon={<WandSparkles className="c-icon" aria-hidden />}
              disabledBecause={proposal ? t('placement.apply-first') : undefined}
              data-testid="automatic-placement"
              onClick={() => {
                setPicked(null);
                setAutomatic(true);
              }}
            >
              {t('placement.automatic')}
            </Button>
          </span>
        </div>
        <div
          onPointerDown={(event) => {
            const seat = drawing?.seatAt(event.nativeEvent);
            const party = seat && seated.bySeat.get(seat.id);
            if (party && !proposal) drag.begin(party, event);
          }}
        >
          <SeatMap
            version={plan.seatingId}
            seats={shownSeats}
            categories={plan.categories}
            scene={plan.scene}
            labels={labels}
            describe={describe}
            onToggle={press}
            onPoint={(seat) => setPointed(seat?.id ?? null)}
            onDrawing={setDrawing}
          />
        </div>
      </div>
      <PlacementStrip
        picked={picked}
        target={target}
        proposal={proposal}
        stale={placement.stale}
        busy={placement.apply.isPending}
        onRelease={() => setPicked(null)}
        onDiscard={placement.discard}
        onApply={() => proposal && placement.apply.mutate(proposal)}
      />
      {drag.dragged && (
        <div className="t-party-ghost" style={{ left: drag.dragged.x, top: drag.dragged.y }} aria-hidden>
          {drag.dragged.party.customerName} <b>{drag.dragged.party.places.length}</b>
        </div>
      )}
      {isAutomatic && (
        <AutomaticDialog
          withoutSeats={withoutSeats}
          busy={placement.propose.isPending}
          failure={placement.propose.error}
          onPropose={(choice) => placement.propose.mutate(choice, { onSuccess: () => setAutomatic(false) })}
          onClose={() => {
            placement.propose.reset();
            setAutomatic(false);
          }}
        />
      )}
    </div>
  );
};

export default PlacementPage;
