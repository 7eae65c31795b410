import '../../choices.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  ApiProblem,
  type RecordPartProps,
  type ResourceDescriptor,
  useApi,
  useResource,
} from '@coulisse/mfe-kit';
import {
  Button,
  Check,
  Dialog,
  Field,
  Input,
  Notice,
  SkeletonLines,
  Textarea,
  useToast,
} from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import {
  type Job,
  type ListAnswer,
  useIdempotencyKey,
  useJobs,
  useProblemText,
} from '@coulisse/resource-client';
import { cancelPerformancePath, postponePerformancePath } from '../../api-paths';
import { parseTimes } from './times';

const IN_FORCE = 'DRAFT,PRE_RESERVATION,QUOTE_REQUESTED,VALIDATED';
const WAYS = ['postpone', 'cancel'] as const;
type Way = (typeof WAYS)[number];

const timesText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

interface FormProps extends RecordPartProps {
  /** Reservations that it concerns. */
  count: number;
  onClose: () => void;
}

interface Postponement {
  date: string;
  showTimes: string;
  mealTimes: string;
  message: string;
  isCancelable: boolean;
  cancelableUntil: string;
}
const FIELDS = ['date', 'showTimes', 'mealTimes', 'message', 'cancelableUntil'] as const;

/** Another date for the same seats. */
const PostponeForm = ({ record, count, reload, onClose }: FormProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const toast = useToast();
  const problem = useProblemText();
  const key = useIdempotencyKey();
  const {
    register,
    handleSubmit,
    watch,
    control: form,
    formState: { errors: typed },
  } = useForm<Postponement>({
    defaultValues: {
      date: '',
      showTimes: timesText(record['showTimes']),
      mealTimes: timesText(record['mealTimes']),
      message: '',
      isCancelable: true,
      cancelableUntil: '',
    },
  });
  const save = useMutation({
    mutationFn: ({ date, showTimes, mealTimes, message, isCancelable, cancelableUntil }: Postponement) => {
      const body = {
        version: Number(record['version']),
        ...{ date, message },
        showTimes: parseTimes(showTimes) ?? [],
        mealTimes: parseTimes(mealTimes) ?? [],
        cancelableUntil: isCancelable ? cancelableUntil : null,
      };
      return api.post<{ reservations: number }>(postponePerformancePath(record.id), body, {
        idempotencyKey: key.of(body),
      });
    },
    onSuccess: ({ reservations }) => {
      toast.good(t('performance-change.postponed', { count: reservations }));
      reload();
      onClose();
    },
  });
  const refused = save.error instanceof ApiProblem ? save.error.errors : [];
  const errorOf = (name: (typeof FIELDS)[number]) =>
    typed[name]?.message || refused.find(({ pointer }) => pointer.startsWith(`/${name}`))?.detail;
  const hasOtherError = save.isError && !FIELDS.some(errorOf);
  const required = { required: t('performance-change.required') };
  const times = { validate: (value: string) => parseTimes(value) !== null || t('performance.times.wrong') };
  return (
    <form
      className="t-refund-form"
      onSubmit={(event) => void handleSubmit((values) => save.mutate(values))(event)}
    >
      <div className="c-dialog-body">
        <p className="c-soft">{t('performance-change.postpone.intro', { count })}</p>
        <div className="t-form-grid">
          <Field label={t('performance-change.date')} required error={errorOf('date')}>
            {(control) => (
              <Controller
                control={form}
                name="date"
                rules={required}
                render={({ field }) => (
                  <DatePicker
                    control={control}
                    value={field.value || null}
                    onChange={(value) => field.onChange(value ?? '')}
                  />
                )}
              />
            )}
          </Field>
          <Field
            label={t('performance.showTimes')}
            help={t('performance.times.help')}
            error={errorOf('showTimes')}
          >
            {(control) => <Input {...control} {...register('showTimes', times)} />}
          </Field>
          <Field label={t('performance.mealTimes')} error={errorOf('mealTimes')}>
            {(control) => <Input {...control} {...register('mealTimes', times)} />}
          </Field>
        </div>
        <Field
          label={t('performance-change.message')}
          help={t('performance-change.message.help')}
          error={errorOf('message')}
        >
          {(control) => <Textarea {...control} rows={3} maxLength={2_000} {...register('message')} />}
        </Field>
        <Check label={t('performance-change.cancelable')} {...register('isCancelable')} />
        {watch('isCancelable') && (
          <Field label={t('performance-change.until')} required error={errorOf('cancelableUntil')}>
            {(control) => (
              <Controller
                control={form}
                name="cancelableUntil"
                rules={required}
                render={({ field }) => (
                  <DatePicker
                    withTime
                    control={control}
                    value={field.value || null}
                    onChange={(value) => field.onChange(value ?? '')}
                  />
                )}
              />
            )}
          </Field>
        )}
        {hasOtherError && <Notice tone="bad">{problem(save.error)}</Notice>}
      </div>
      <footer>
        <Button onClick={onClose}>{t('performance-change.keep-date')}</Button>
        <Button kind="main" type="submit" busy={save.isPending} data-testid="postpone">
          {t('performance-change.postpone')}
        </Button>
      </footer>
    </form>
  );
};

/** Ends the performance and cancels its reservations by a job. */
const CancelForm = ({
  record,
  count,
  reservations,
  reload,
  onClose,
}: FormProps & { reservations: ResourceDescriptor }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const { track } = useJobs();
  const problem = useProblemText();
  const key = useIdempotencyKey();
  const queries = useQueryClient();
  const [comment, setComment] = useState('');
  const isCanceled = record['isCancelled'] === true;
  const cancel = useMutation({
    mutationFn: () => {
      const body = { version: Number(record['version']), comment };
      return api.post<{ job: Job }>(cancelPerformancePath(record.id), body, { idempotencyKey: key.of(body) });
    },
    onSuccess: ({ job }) => {
      track(reservations, job);
      void queries.invalidateQueries({ queryKey: ['list', reservations.name] });
      reload();
      onClose();
    },
  });
  return (
    <>
      <div className="c-dialog-body">
        <Notice tone="warn">
          {t(isCanceled ? 'performance-change.cancel.left' : 'performance-change.cancel.intro', { count })}
        </Notice>
        <Field label={t('performance-change.reason')} help={t('performance-change.reason.help')}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {cancel.isError && <Notice tone="bad">{problem(cancel.error)}</Notice>}
      </div>
      <footer>
        <Button onClick={onClose}>{t('performance-change.keep')}</Button>
        <Button
          kind="danger"
          busy={cancel.isPending}
          disabledBecause={isCanceled && count === 0 ? t('performance-change.none-left') : undefined}
          onClick={() => cancel.mutate()}
          data-testid="cancel-performance"
        >
          {t(isCanceled ? 'performance-change.cancel-left' : 'performance-change.cancel')}
        </Button>
      </footer>
    </>
  );
};

/** What happens to a performance that is not played as announced. */
export const ChangePerformanceDialog = (props: RecordPartProps & { onClose: () => void }) => {
  const { record, onClose } = props;
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const reservations = useResource('ticketing.reservation');
  const isCanceled = record['isCancelled'] === true;
  const [way, setWay] = useState<Way>(isCanceled ? 'cancel' : 'postpone');
  const { data } = useQuery({
    queryKey: ['list', 'ticketing.reservation', 'in-force', record.id],
    enabled: reservations !== undefined,
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(
        `${reservations?.path}?f.representation.eq=${record.id}&f.state.in=${IN_FORCE}&size=1`,
        { signal },
      ),
    staleTime: 0,
  });
  const count = data?.page.total ?? data?.items.length ?? 0;
  const form = { ...props, count };
  return (
    <Dialog title={t('performance-change.title')} onClose={onClose} bare>
      {!isCanceled && (
        <div className="c-dialog-body">
          <fieldset className="t-choices">
            <legend>{t('performance-change.way')}</legend>
            {WAYS.map((choice) => (
              <label key={choice} className="t-choice">
                <input type="radio" name="way" checked={way === choice} onChange={() => setWay(choice)} />
                {t(`performance-change.way.${choice}`)}
              </label>
            ))}
          </fieldset>
        </div>
      )}
      {!data || !reservations ? (
        <SkeletonLines />
      ) : way === 'postpone' ? (
        <PostponeForm {...form} />
      ) : (
        <CancelForm {...form} reservations={reservations} />
      )}
    </Dialog>
  );
};
