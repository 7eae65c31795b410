import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Controller, useForm, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiProblem, useApi, useResourcePath, useScreenKeys } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  Check,
  Field,
  formatDate,
  Input,
  localDay,
  Notice,
  Select,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { usePageTitle, useShortcuts } from '@coulisse/resource-ui';
import { FormErrors, UnsavedGuard } from '@coulisse/resource-ui/form-parts';
import type { Named, Page, PlanSummary } from '../../api-types';
import { type CopiedPerformance, settingsOf, valuesOf } from './copied-performance';
import { FormulaChoice, type FormulaOnSale, soldIn } from './formula-choice';
import { performanceLabel } from './performance-title';
import { RepetitionSection } from './repetition-section';
import { parseTimes } from './times';
import { useRepetition } from './use-repetition';

const RESERVATION_MODES = ['ALL', 'ADMIN', 'NO'] as const;

/** Form for a new performance of a show: date, room, plan and formulas. A copy differs from another one by its date. */
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
  const { id: copied } = useParams();
  const lists = useQuery({
    queryKey: ['performance-form', copied],
    queryFn: async () => {
      const all = (path: string) => api.get<Page<Named>>(`${path}?size=100&sort=name`);
      const [shows, rooms, formulas, original] = await Promise.all([
        all(paths.shows),
        all(paths.rooms),
        api.get<Page<FormulaOnSale>>(`${paths.formulas}?size=100&sort=name`),
        copied ? api.get<CopiedPerformance>(`${paths.performances}/${copied}`) : null,
      ]);
      return { shows: shows.items, rooms: rooms.items, formulas: formulas.items, original };
    },
    // What was typed would be replaced by what is read again.
    staleTime: Infinity,
    gcTime: 0,
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
  return <Form key={copied} {...lists.data} paths={paths} />;
};

interface Lists {
  shows: Named[];
  rooms: Named[];
  formulas: FormulaOnSale[];
  /** The performance that is copied. */
  original: CopiedPerformance | null;
}

/** The fields of the form, in their order. */
const FIELDS = [
  'show',
  'date',
  'mealTimes',
  'showTimes',
  'room',
  'planId',
  'formulas',
  'activeReservation',
] as const satisfies readonly (keyof Values)[];

interface Values {
  show: string;
  date: string;
  mealTimes: string;
  showTimes: string;
  room: string;
  /** Empty: the first plan of the room. */
  planId: string;
  /** Null: those whose seats the plan has. */
  formulas: string[] | null;
  activeReservation: string;
  isMultiFormule: boolean;
}

const LABELS: Record<(typeof FIELDS)[number], string> = {
  show: 'performance.show',
  date: 'performance.date',
  mealTimes: 'performance.mealTimes',
  showTimes: 'performance.showTimes',
  room: 'performance.room',
  planId: 'performance.plan',
  formulas: 'performance.formulas',
  activeReservation: 'performance.activeReservation',
};

const Form = ({ shows, rooms, formulas, original, paths }: Lists & { paths: Paths }) => {
  const { t } = useTranslation('ticketing');
  const { show: showId } = useParams();
  const api = useApi();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const language = useLanguage();
  const resourceText = useResourceText();
  const prefix = useId();
  const {
    control: form,
    register,
    handleSubmit,
    setValue,
  } = useForm<Values>({
    shouldFocusError: false,
    defaultValues: {
      show: showId ?? shows[0]?.id ?? '',
      date: '',
      mealTimes: '',
      showTimes: '20:30',
      room: rooms[0]?.id ?? '',
      planId: '',
      formulas: null,
      activeReservation: 'ALL',
      isMultiFormule: true,
      ...(original && valuesOf(original)),
    },
  });
  const { errors, isDirty, submitCount } = useFormState({ control: form });
  const [room, chosenPlan, date, chosenFormulas] = useWatch({
    control: form,
    name: ['room', 'planId', 'date', 'formulas'],
  });
  const repetition = useRepetition(date);
  /** Dates whose performance is there, and the key of each attempt: after a failure, the rest is created. */
  const created = useRef(new Set<string>());
  const keys = useRef(new Map<string, string>());
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const [savedShow, setSavedShow] = useState<string | null>(null);
  // In an effect, after the guard has been rendered without unsaved changes.
  useEffect(() => {
    if (savedShow) void navigate(`/configuration/spectacles/${savedShow}`, { replace: true });
  }, [savedShow, navigate]);
  const plans = useQuery({
    queryKey: ['plans', room],
    enabled: room !== '',
    queryFn: () => api.get<Page<PlanSummary>>(`${paths.rooms}/${room}/plans`),
  });
  const publishedPlans = (plans.data?.items ?? []).filter(({ publishedVersion }) => publishedVersion > 0);
  // The plan of the performance that is copied may have been withdrawn.
  const plan = publishedPlans.find(({ id }) => id === chosenPlan) ?? publishedPlans[0];
  const planId = plan?.id ?? '';
  const sold = chosenFormulas ?? soldIn(formulas, plan);

  const save = useMutation({
    mutationFn: async (values: Values) => {
      const body = {
        ...(original && settingsOf(original)),
        ...values,
        mealTimes: parseTimes(values.mealTimes),
        showTimes: parseTimes(values.showTimes),
        displayCalendar: values.activeReservation === 'ALL' ? 'ALL' : 'ADMIN',
      };
      const rest = repetition.chosen.filter((day) => !created.current.has(day));
      for (const [index, day] of rest.entries()) {
        setProgress({ done: index, of: rest.length });
        const content = JSON.stringify({ ...body, date: day });
        const idempotencyKey = keys.current.get(content) ?? crypto.randomUUID();
        keys.current.set(content, idempotencyKey);
        await api.post<{ id: string }>(paths.performances, { ...body, date: day }, { idempotencyKey });
        created.current.add(day);
      }
    },
    onSuccess: (_nothing, { show }) => {
      toast.good(t('performance.added', { count: created.current.size }));
      void queries.invalidateQueries({ queryKey: ['performances', show] });
      setSavedShow(show);
    },
  });
  const refused = save.error instanceof ApiProblem ? save.error : null;
  const error = (field: keyof Values) =>
    errors[field]?.message ?? refused?.errors.find(({ pointer }) => pointer.split('/')[1] === field)?.detail;

  const submit = handleSubmit((values) => {
    if (!save.isPending) save.mutate({ ...values, planId, formulas: sold });
  });
  const element = useRef<HTMLFormElement>(null);
  const requestSubmit = () => element.current?.requestSubmit();
  useShortcuts({ 'mod+s': requestSubmit });
  const title = original
    ? t('performance.copy', { name: performanceLabel(original.name, language) })
    : t('performance.new');
  usePageTitle(title);
  useScreenKeys([
    {
      title: resourceText('keys.group.form'),
      keys: [{ names: ['Ctrl S', 'Ctrl Enter'], meaning: resourceText('keys.save') }],
    },
  ]);
  const idOf = (field: keyof Values) => `${prefix}-${field}`;
  const options = (list: Named[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form
      ref={element}
      className="t-page t-form"
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        requestSubmit();
      }}
      onSubmit={(event) => void submit(event)}
    >
      <UnsavedGuard dirty={isDirty && savedShow === null} />
      <nav className="r-crumb" aria-label={resourceText('record.crumb')}>
        <Link to="/configuration/representations">{t('menu.performances')}</Link>
      </nav>
      <header className="t-head">
        <h1>{title}</h1>
      </header>
      <FormErrors
        errors={FIELDS.flatMap((field) => {
          const detail = error(field);
          return detail ? [{ ids: [idOf(field)], label: t(LABELS[field]), detail }] : [];
        })}
        otherwise={refused ? refused.detail || t('performance.refused') : undefined}
        attempt={submitCount + save.failureCount}
      />
      {save.isError && !refused && <Failure failure={save.error} />}
      {save.isError && created.current.size > 0 && (
        <Notice tone="warn">{t('performance.repeat.stopped', { count: created.current.size })}</Notice>
      )}
      <Card>
        <section className="t-fields">
          <Field
            id={idOf('show')}
            label={t('performance.show')}
            mark="required"
            required
            error={error('show')}
          >
            {(control) => <Select {...control} options={options(shows)} {...register('show')} />}
          </Field>
          <Field
            id={idOf('date')}
            label={t('performance.date')}
            mark="required"
            required
            error={error('date')}
          >
            {(attributes) => (
              <Controller
                control={form}
                name="date"
                rules={{ required: t('performance.date.needed') }}
                render={({ field }) => (
                  <DatePicker
                    control={attributes}
                    value={field.value || null}
                    onChange={(date) => field.onChange(date ?? '')}
                  />
                )}
              />
            )}
          </Field>
          {date !== '' && date < localDay(new Date()) && (
            <Notice tone="warn">
              {t('performance.date.past', { date: formatDate(date, language, 'long') })}
            </Notice>
          )}
          <RepetitionSection repetition={repetition} room={room} path={paths.performances} />
          <div className="t-grid">
            <Field
              id={idOf('mealTimes')}
              mark="required"
              label={t('performance.mealTimes')}
              help={t('performance.mealTimes.help')}
              error={error('mealTimes')}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder="19:30"
                  {...register('mealTimes', {
                    validate: (typed) => parseTimes(typed) !== null || t('performance.times.wrong'),
                  })}
                />
              )}
            </Field>
            <Field
              id={idOf('showTimes')}
              mark="required"
              label={t('performance.showTimes')}
              required
              help={t('performance.times.help')}
              error={error('showTimes')}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder="20:30"
                  {...register('showTimes', {
                    validate: (typed) => Boolean(parseTimes(typed)?.length) || t('performance.times.wrong'),
                  })}
                />
              )}
            </Field>
          </div>
          <div className="t-grid t-grid-wide">
            <Field
              id={idOf('room')}
              mark="required"
              label={t('performance.room')}
              required
              error={error('room')}
            >
              {(control) => (
                <Select
                  {...control}
                  options={options(rooms)}
                  {...register('room', { onChange: () => setValue('planId', '') })}
                />
              )}
            </Field>
            <Field
              id={idOf('planId')}
              mark="required"
              label={t('performance.plan')}
              required
              error={error('planId')}
            >
              {(attributes) => (
                <Controller
                  control={form}
                  name="planId"
                  rules={{ validate: () => planId !== '' || t('performance.plan.needed') }}
                  render={({ field }) => (
                    <Select
                      {...attributes}
                      value={planId}
                      empty={
                        plans.data && publishedPlans.length === 0 ? t('performance.plan.none') : undefined
                      }
                      options={publishedPlans.map(({ id, name, seatCount }) => ({
                        value: id,
                        label: t('performance.plan.option', { name, count: seatCount }),
                      }))}
                      onChange={field.onChange}
                    />
                  )}
                />
              )}
            </Field>
          </div>
          <Controller
            control={form}
            name="formulas"
            rules={{ validate: () => sold.length > 0 || t('performance.formulas.needed') }}
            render={({ field }) => (
              <FormulaChoice
                id={idOf('formulas')}
                formulas={formulas}
                plan={plan}
                chosen={sold}
                error={error('formulas')}
                onChange={field.onChange}
              />
            )}
          />
          <Check label={t('performance.isMultiFormule')} {...register('isMultiFormule')} />
          <Field
            id={idOf('activeReservation')}
            mark="required"
            label={t('performance.activeReservation')}
            required
            error={error('activeReservation')}
          >
            {(control) => (
              <Select
                {...control}
                options={RESERVATION_MODES.map((value) => ({
                  value,
                  label: t(`performance.activeReservation.${value}`),
                }))}
                {...register('activeReservation')}
              />
            )}
          </Field>
        </section>
      </Card>
      <footer className="r-form-foot">
        <Button
          type="submit"
          kind="main"
          title="Ctrl S"
          busy={save.isPending}
          disabledBecause={
            date !== '' && repetition.chosen.length === 0 ? t('performance.repeat.none') : undefined
          }
        >
          {save.isPending && progress.of > 1
            ? t('performance.repeat.progress', progress)
            : t('performance.save', { count: Math.max(1, repetition.chosen.length) })}
        </Button>
        <Button kind="quiet" onClick={() => void navigate(-1)}>
          {t('cancel')}
        </Button>
        <span className="c-push c-faint">{resourceText('form.required')}</span>
      </footer>
    </form>
  );
};

export default PerformanceForm;
