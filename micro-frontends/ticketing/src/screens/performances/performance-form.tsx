import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiProblem, useApi, useResourcePath } from '@coulisse/mfe-kit';
import { Button, Card, Check, Field, Input, Select, SkeletonLines, useToast } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import type { Named, Page, PlanSummary } from '../../api-types';
import { parseTimes } from './times';

const RESERVATION_MODES = ['ALL', 'ADMIN', 'NO'] as const;

/** Form for a new performance of a show: date, room, plan and formulas. */
const PerformanceForm = () => {
  const paths = usePaths();
  return paths ? <PerformanceFormPage paths={paths} /> : <Unavailable />;
};

/** API paths of the resources of the form. */
interface Paths {
  shows: string;
  rooms: string;
  formulas: string;
  performances: string;
}

/** Null when the user may not see one of the resources. */
const usePaths = (): Paths | null => {
  const shows = useResourcePath('ticketing.show');
  const rooms = useResourcePath('ticketing.room');
  const formulas = useResourcePath('ticketing.formula');
  const performances = useResourcePath('ticketing.performance');
  if (shows === null || rooms === null || formulas === null || performances === null) return null;
  return { shows, rooms, formulas, performances };
};

const PerformanceFormPage = ({ paths }: { paths: Paths }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const lists = useQuery({
    queryKey: ['performance-form'],
    queryFn: async () => {
      const all = (path: string) => api.get<Page<Named>>(`${path}?size=100&sort=name`);
      const [shows, rooms, formulas] = await Promise.all([
        all(paths.shows),
        all(paths.rooms),
        all(paths.formulas),
      ]);
      return { shows: shows.items, rooms: rooms.items, formulas: formulas.items };
    },
  });
  if (lists.isError) return <Failure failure={lists.error} onRetry={() => void lists.refetch()} />;
  if (!lists.data) return <SkeletonLines />;
  const missing = (
    [
      ['shows', 'spectacles'],
      ['rooms', 'salles'],
      ['formulas', 'formules'],
    ] as const
  ).find(([list]) => lists.data[list].length === 0);
  if (missing)
    return (
      <div className="c-state">
        <h2>{t(`performance.missing.${missing[0]}`)}</h2>
        <div className="c-actions">
          <Link className="c-button" data-kind="main" to={`/configuration/${missing[1]}/add`}>
            {t(`performance.create.${missing[0]}`)}
          </Link>
        </div>
      </div>
    );
  return <Form {...lists.data} paths={paths} />;
};

interface Lists {
  shows: Named[];
  rooms: Named[];
  formulas: Named[];
}

const Form = ({ shows, rooms, formulas, paths }: Lists & { paths: Paths }) => {
  const { t } = useTranslation('ticketing');
  const { show: showId } = useParams();
  const api = useApi();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const summary = useId();
  const [values, setValues] = useState({
    show: showId ?? shows[0]?.id ?? '',
    date: '',
    mealTimes: '',
    showTimes: '20:30',
    room: rooms[0]?.id ?? '',
    planId: '',
    formulas: formulas.map(({ id }) => id),
    activeReservation: 'ALL',
    isMultiFormule: true,
  });
  const [local, setLocal] = useState<Record<string, string>>({});
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change });
  const plans = useQuery({
    queryKey: ['plans', values.room],
    enabled: values.room !== '',
    queryFn: () => api.get<Page<PlanSummary>>(`${paths.rooms}/${values.room}/plans`),
  });
  const planId = values.planId || (plans.data?.items[0]?.id ?? '');

  const save = useMutation({
    mutationFn: (body: unknown) => api.post<{ id: string }>(paths.performances, body),
    onSuccess: () => {
      toast.good(t('performance.added'));
      void queries.invalidateQueries({ queryKey: ['performances', values.show] });
      void navigate(`/configuration/spectacles/${values.show}`);
    },
  });
  const refused = save.error instanceof ApiProblem ? save.error : null;
  const error = (field: string) =>
    local[field] ?? refused?.errors.find(({ pointer }) => pointer.split('/')[1] === field)?.detail;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mealTimes = parseTimes(values.mealTimes);
    const showTimes = parseTimes(values.showTimes);
    const found: Record<string, string> = {};
    if (!values.date) found.date = t('performance.date.needed');
    if (!mealTimes) found.mealTimes = t('performance.times.wrong');
    if (!showTimes?.length) found.showTimes = t('performance.times.wrong');
    if (!planId) found.planId = t('performance.plan.needed');
    if (values.formulas.length === 0) found.formulas = t('performance.formulas.needed');
    setLocal(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({
      ...values,
      planId,
      mealTimes,
      showTimes,
      displayCalendar: values.activeReservation === 'ALL' ? 'ALL' : 'ADMIN',
    });
  };
  const options = (list: Named[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form className="t-page t-form" noValidate onSubmit={submit}>
      <header className="t-head">
        <h1>{t('performance.new')}</h1>
      </header>
      {refused && (
        <div className="c-notice" data-tone="bad" role="alert" id={summary}>
          {refused.detail || t('performance.refused')}
        </div>
      )}
      <Card>
        <section className="t-fields">
          <Field label={t('performance.show')} required error={error('show')}>
            {(control) => (
              <Select
                {...control}
                value={values.show}
                options={options(shows)}
                onChange={(event) => set({ show: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('performance.date')} required error={error('date')}>
            {(control) => (
              <DatePicker
                control={control}
                value={values.date || null}
                onChange={(date) => set({ date: date ?? '' })}
              />
            )}
          </Field>
          <div className="t-grid">
            <Field
              label={t('performance.mealTimes')}
              help={t('performance.mealTimes.help')}
              error={error('mealTimes')}
            >
              {(control) => (
                <Input
                  {...control}
                  value={values.mealTimes}
                  placeholder="19:30"
                  onChange={(event) => set({ mealTimes: event.target.value })}
                />
              )}
            </Field>
            <Field
              label={t('performance.showTimes')}
              required
              help={t('performance.times.help')}
              error={error('showTimes')}
            >
              {(control) => (
                <Input
                  {...control}
                  value={values.showTimes}
                  placeholder="20:30"
                  onChange={(event) => set({ showTimes: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="t-grid">
            <Field label={t('performance.room')} required error={error('room')}>
              {(control) => (
                <Select
                  {...control}
                  value={values.room}
                  options={options(rooms)}
                  onChange={(event) => set({ room: event.target.value, planId: '' })}
                />
              )}
            </Field>
            <Field label={t('performance.plan')} required error={error('planId')}>
              {(control) => (
                <Select
                  {...control}
                  value={planId}
                  empty={plans.data?.items.length === 0 ? t('performance.plan.none') : undefined}
                  options={(plans.data?.items ?? []).map(({ id, name, seatCount }) => ({
                    value: id,
                    label: t('performance.plan.option', { name, count: seatCount }),
                  }))}
                  onChange={(event) => set({ planId: event.target.value })}
                />
              )}
            </Field>
          </div>
          <fieldset className="t-checks">
            <legend>{t('performance.formulas')}</legend>
            {formulas.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={values.formulas.includes(id)}
                onChange={(event) =>
                  set({
                    formulas: event.target.checked
                      ? [...values.formulas, id]
                      : values.formulas.filter((formulaId) => formulaId !== id),
                  })
                }
              />
            ))}
            {error('formulas') && <span className="c-error">{error('formulas')}</span>}
          </fieldset>
          <Check
            label={t('performance.isMultiFormule')}
            checked={values.isMultiFormule}
            onChange={(event) => set({ isMultiFormule: event.target.checked })}
          />
          <Field label={t('performance.activeReservation')} required error={error('activeReservation')}>
            {(control) => (
              <Select
                {...control}
                value={values.activeReservation}
                options={RESERVATION_MODES.map((value) => ({
                  value,
                  label: t(`performance.activeReservation.${value}`),
                }))}
                onChange={(event) => set({ activeReservation: event.target.value })}
              />
            )}
          </Field>
        </section>
      </Card>
      <footer className="t-footer">
        <Button type="submit" kind="main" busy={save.isPending}>
          {t('performance.save')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t('cancel')}</Button>
      </footer>
    </form>
  );
};

export default PerformanceForm;
