import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import type { Plan } from '../../api-types';
import { type Drawing, idsOf } from './drawing';

/** A number that is being typed is sent as 0, and shows as a fault where it is one. */
const finite = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? 0 : value;

/** What is sent of a drawing: without the views of what was removed. */
export function draftOf(drawing: Drawing): Drawing {
  const ids = new Set(idsOf(drawing));
  const views = drawing.views.filter(({ itemId }) => ids.has(itemId));
  return JSON.parse(JSON.stringify({ ...drawing, views }, finite)) as Drawing;
}

export interface PlanSaving {
  /** The plan as the server has it; undefined before the first save. */
  plan: Plan | undefined;
  save: () => void;
  publish: () => void;
  discard: () => void;
  busy: 'save' | 'publish' | 'discard' | null;
  /** Who has saved the plan meanwhile, and when; null while nobody has. */
  conflict: Plan | null;
  /** Whether the page is left because its plan was saved or dropped: nothing is lost. */
  isLeaving: () => boolean;
}

export interface PlanSavingOptions {
  roomPath: string;
  roomId: string;
  plan: Plan | undefined;
  drawing: Drawing;
  isChanged: boolean;
  onSaved: (drawing: Drawing) => void;
  /** The drawing is that of the server again. */
  onReset: () => void;
}

/** Saves, publishes and drops the draft of a plan. */
export function usePlanSaving(options: PlanSavingOptions): PlanSaving {
  const { roomPath, roomId, drawing } = options;
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  // Only what was saved here: a version that somebody else has saved must be refused.
  const [plan, setPlan] = useState(options.plan);
  const [conflict, setConflict] = useState<Plan | null>(null);
  const isLeaving = useRef(false);
  const pathOf = ({ id }: Plan, action = ''): string => `${roomPath}/plans/${id}${action}`;

  const accept = (saved: Plan) => {
    setPlan(saved);
    queries.setQueryData(['plan', saved.id], saved);
    void queries.invalidateQueries({ queryKey: ['plans', roomId] });
  };
  const fail = (error: Error) => {
    if (plan && error instanceof ApiProblem && error.code === 'record.changed')
      api.get<Plan>(pathOf(plan)).then(setConflict, () => toast.bad(error.message));
    else toast.bad(error.message);
  };
  const send = async (sent: Drawing): Promise<Plan> => {
    const body = draftOf(sent);
    const saved = plan
      ? await api.post<Plan>(pathOf(plan, '/save-draft'), { version: plan.version, ...body })
      : await api.post<Plan>(`${roomPath}/draft-plans`, body);
    options.onSaved(sent);
    accept(saved);
    return saved;
  };
  const stay = (saved: Plan) => {
    if (options.plan) return;
    isLeaving.current = true;
    void navigate(`/configuration/salles/${roomId}/plans/${saved.id}`, { replace: true });
  };
  const save = useMutation({
    mutationFn: send,
    onSuccess: (saved) => {
      toast.good(t('plan.saved'));
      stay(saved);
    },
    onError: fail,
  });
  const publish = useMutation({
    mutationFn: async (sent: Drawing) => {
      const saved = plan && !options.isChanged ? plan : await send(sent);
      return api.post<Plan>(pathOf(saved, '/publish'), { version: saved.version });
    },
    onSuccess: (published) => {
      accept(published);
      toast.good(t('plan.published'));
      stay(published);
    },
    onError: fail,
  });
  const discard = useMutation({
    mutationFn: (dropped: Plan) =>
      api.post<{ plan: Plan | null }>(pathOf(dropped, '/discard-draft'), { version: dropped.version }),
    onSuccess: ({ plan: left }) => {
      toast.good(t('plan.discarded'));
      isLeaving.current = true;
      void queries.invalidateQueries({ queryKey: ['plans', roomId] });
      if (left) {
        queries.setQueryData(['plan', left.id], left);
        options.onReset();
      } else void navigate(`/configuration/salles/${roomId}`, { replace: true });
    },
    onError: fail,
  });
  const running = [save, publish, discard].findIndex(({ isPending }) => isPending);
  return {
    plan,
    save: () => save.mutate(drawing),
    publish: () => publish.mutate(drawing),
    discard: () => plan && discard.mutate(plan),
    busy: (['save', 'publish', 'discard'] as const)[running] ?? null,
    conflict,
    isLeaving: () => isLeaving.current,
  };
}
