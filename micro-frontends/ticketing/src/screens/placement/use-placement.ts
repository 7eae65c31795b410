import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import { useProblemText } from '@coulisse/resource-client';
import { useToast } from '@coulisse/ui-kit';
import { automaticPlacementPath, placementPath, tableNumberLockPath } from '../../api-paths';
import { useLivePlan } from '../seats/use-live-plan';
import type { Party, PlacementRun, PlacementScope, PlanParties } from './placement-types';
import {
  NOTHING_DONE,
  printedMoves,
  staleTickets,
  withoutRun,
  withoutWarning,
  withRun,
  withSent,
  type DonePlacements,
} from './stale-tickets';
import { isLocked, movesTo, type Target } from './target-seats';

/** Locks are not among the events of seats. */
const REFRESH_MS = 30_000;

/** The plan of a performance with its reservations, live, and everything that moves them. */
export function usePlacement(performanceId: string) {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const client = useQueryClient();
  const toast = useToast();
  const problemText = useProblemText();
  const key = useMemo(() => ['placement', performanceId], [performanceId]);
  const parties = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<PlanParties>(placementPath(performanceId), { signal }),
    refetchInterval: REFRESH_MS,
  });
  const readAgain = useCallback(() => void client.invalidateQueries({ queryKey: key }), [client, key]);
  const plan = useLivePlan(performanceId, readAgain);
  const { refetch } = plan;
  const [proposal, setProposal] = useState<PlacementRun | null>(null);
  /** They are undone from the end. */
  const [done, setDone] = useState<DonePlacements>(NOTHING_DONE);
  const keys = useRef(new Map<string, string>());
  /** The same action has the same key, so that a repeated request acts once. */
  const idempotencyKey = (content: string): string => {
    const made = keys.current.get(content) ?? crypto.randomUUID();
    keys.current.set(content, made);
    return made;
  };
  const refresh = () => Promise.all([client.invalidateQueries({ queryKey: key }), refetch()]);
  const onError = (error: Error) => {
    toast.bad(problemText(error));
    void refresh();
  };
  const runs = automaticPlacementPath(performanceId);

  const undo = useMutation({
    mutationFn: (run: PlacementRun) =>
      api.post<PlacementRun>(
        `${runs}/${run.id}/undo`,
        {},
        { idempotencyKey: idempotencyKey(`undo ${run.id}`) },
      ),
    onSuccess: (run) => {
      setDone((before) => withoutRun(before, run.id));
      toast.good(t('placement.undone'));
      return refresh();
    },
    onError,
  });
  const nameOf = (id: string): string =>
    parties.data?.parties.find(({ reservationId }) => reservationId === id)?.customerName ?? '';
  const warningOf = (ids: readonly string[]): string =>
    t('placement.stale', { count: ids.length, names: ids.map(nameOf).join(', ') });
  const applied = (run: PlacementRun, text: string) => {
    const printed = new Set(
      parties.data?.parties.filter(({ isPrinted }) => isPrinted).map(({ reservationId }) => reservationId),
    );
    const isPrinted = (id: string) => printed.has(id);
    setDone((before) => withRun(before, run, isPrinted));
    const stale = printedMoves(run, isPrinted);
    const message = stale.length > 0 ? `${text} ${warningOf(stale)}` : text;
    toast.good(message, { label: t('placement.undo'), run: () => undo.mutate(run) });
    return refresh();
  };
  const move = useMutation({
    mutationFn: ({ party, target }: { party: Party; target: Target }) => {
      const body = { reservations: movesTo(party, target) };
      return api.post<PlacementRun>(`${placementPath(performanceId)}/moves`, body, {
        idempotencyKey: idempotencyKey(JSON.stringify(body)),
      });
    },
    onSuccess: (run, { party, target }) => {
      const names = { name: party.customerName, other: target.exchangedWith?.customerName };
      return applied(run, t(target.exchangedWith ? 'placement.exchanged' : 'placement.moved', names));
    },
    onError,
  });
  const propose = useMutation({
    mutationFn: (choice: { scope: PlacementScope; includePrinted: boolean }) =>
      api.post<PlacementRun>(runs, choice),
    onSuccess: setProposal,
  });
  const apply = useMutation({
    mutationFn: (run: PlacementRun) =>
      api.post<PlacementRun>(
        `${runs}/${run.id}/apply`,
        {},
        { idempotencyKey: idempotencyKey(`apply ${run.id}`) },
      ),
    onSuccess: (run) => {
      setProposal(null);
      return applied(run, t('placement.applied', { count: run.moves.length }));
    },
    onError: (error) => {
      setProposal(null);
      onError(error);
    },
  });
  const lock = useMutation({
    mutationFn: (party: Party) =>
      api.post(tableNumberLockPath(performanceId), {
        seats: party.places.map(({ seatId }) => seatId),
        locked: !isLocked(party),
      }),
    onSuccess: (_, party) => {
      toast.good(
        t(isLocked(party) ? 'placement.unlocked' : 'placement.locked', { name: party.customerName }),
      );
      return refresh();
    },
    onError,
  });
  const reservations = useResourcePath('ticketing.reservation');
  const mayResend = useMay()('ticketing.reservation.sell') && reservations !== null;
  const resend = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const answers = await Promise.allSettled(
        ids.map((id) => api.post(`${reservations}/${id}/resend-tickets`, {})),
      );
      const sent = ids.filter((_, index) => answers[index]?.status === 'fulfilled');
      setDone((before) => withSent(before, sent));
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed) throw failed.reason;
      return sent;
    },
    onSuccess: (sent) => {
      toast.good(t('placement.resent', { count: sent.length }));
      return refresh();
    },
    onError,
  });
  const stale = staleTickets(done);
  return {
    ...{ plan, parties, proposal, move, propose, apply, lock, undo },
    lastRun: done.runs.at(-1)?.run ?? null,
    stale:
      stale.length === 0
        ? null
        : {
            warning: warningOf(stale),
            busy: resend.isPending,
            resend: mayResend ? () => resend.mutate(stale) : null,
            close: () => setDone(withoutWarning),
          },
    discard: () => setProposal(null),
  };
}
