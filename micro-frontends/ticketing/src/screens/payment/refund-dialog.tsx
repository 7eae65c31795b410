import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiProblem, type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import {
  Button,
  Dialog,
  Field,
  Input,
  localDay,
  Notice,
  Select,
  Textarea,
  toLanguage,
} from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { useIdempotencyKey, useProblemText } from '@coulisse/resource-client';

const METHODS = ['CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER'] as const;
const NAMES = ['amount', 'method', 'date', 'reference', 'note'] as const;
type Name = (typeof NAMES)[number];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records a refund: amount, method, date and reference, which cash does not need. */
export const RefundDialog = ({
  record,
  descriptor,
  onClose,
  onDone,
}: Omit<RecordPartProps, 'reload'> & { onClose: () => void; onDone: () => void }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const problem = useProblemText();
  const key = useIdempotencyKey();
  const owed = text(record['amountToRefund']);
  const {
    register,
    handleSubmit,
    control: form,
  } = useForm<Record<Name, string>>({
    defaultValues: {
      amount: language === 'fr' ? owed.replace('.', ',') : owed,
      // Money goes back the way it came, as far as nothing else is chosen.
      method: METHODS.find((value) => value === record['method']) ?? METHODS[0],
      date: localDay(new Date()),
      reference: '',
      note: '',
    },
  });
  const isCash = useWatch({ control: form, name: 'method' }) === 'CASH';
  const save = useMutation({
    mutationFn: (values: Record<Name, string>) => {
      const body = { ...values, amount: values.amount.trim().replace(',', '.') };
      return api.post(`${descriptor.path}/${record.id}/refund`, body, { idempotencyKey: key.of(body) });
    },
    onSuccess: onDone,
  });
  const errors = save.error instanceof ApiProblem ? save.error.errors : [];
  const errorOf = (name: Name) => errors.find(({ pointer }) => pointer === `/${name}`)?.detail;
  const hasOtherError = save.isError && !NAMES.some(errorOf);
  const submit = handleSubmit((values) => {
    if (!save.isPending) save.mutate(values);
  });
  const methods = descriptor.fields.find(({ name }) => name === 'refundMethod')?.enumLabels ?? {};
  return (
    <Dialog title={t('refund.title')} onClose={onClose} bare>
      <form className="t-refund-form" onSubmit={(event) => void submit(event)}>
        <div className="c-dialog-body">
          <p className="c-soft">{t('refund.intro')}</p>
          <div className="t-form-grid">
            <Field label={t('refund.amount')} required error={errorOf('amount')}>
              {(control) => <Input {...control} unit="€" inputMode="decimal" {...register('amount')} />}
            </Field>
            <Field label={t('refund.method')} required error={errorOf('method')}>
              {(control) => (
                <Select
                  {...control}
                  options={METHODS.map((value) => ({ value, label: methods[value]?.[language] ?? value }))}
                  {...register('method')}
                />
              )}
            </Field>
            <Field label={t('refund.date')} required error={errorOf('date')}>
              {(control) => (
                <Controller
                  control={form}
                  name="date"
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
              label={t('refund.reference')}
              help={isCash ? undefined : t('refund.reference.help')}
              required={!isCash}
              error={errorOf('reference')}
            >
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  data-testid="refund-reference"
                  {...register('reference')}
                />
              )}
            </Field>
          </div>
          <Field label={t('refund.note')} error={errorOf('note')}>
            {(control) => <Textarea {...control} rows={2} maxLength={2_000} {...register('note')} />}
          </Field>
          {hasOtherError && <Notice tone="bad">{problem(save.error)}</Notice>}
        </div>
        <footer>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={save.isPending} data-testid="refund-save">
            {t('refund.save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
