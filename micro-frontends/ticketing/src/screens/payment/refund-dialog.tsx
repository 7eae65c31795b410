import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice, Select, Textarea, toLanguage } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

const METHODS = ['CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER'] as const;
const NAMES = ['amount', 'method', 'date', 'reference', 'note'] as const;
type Name = (typeof NAMES)[number];

const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records a refund: amount, method, date and reference. */
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
  const owed = text(record['amountToRefund']);
  const [values, setValues] = useState<Record<Name, string>>({
    amount: language === 'fr' ? owed.replace('.', ',') : owed,
    method: 'CARD',
    date: today(),
    reference: '',
    note: '',
  });
  const save = useMutation({
    mutationFn: () =>
      api.post(
        `${descriptor.path}/${record.id}/refund`,
        { ...values, amount: values.amount.trim().replace(',', '.') },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: onDone,
  });
  const errors = save.error instanceof ApiProblem ? save.error.errors : [];
  const errorOf = (name: Name) => errors.find(({ pointer }) => pointer === `/${name}`)?.detail;
  const hasOtherError = save.isError && !NAMES.some(errorOf);
  const set = (name: Name) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const methods = descriptor.fields.find(({ name }) => name === 'refundMethod')?.enumLabels ?? {};
  return (
    <Dialog title={t('refund.title')} onClose={onClose} bare>
      <form
        className="t-refund-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <div className="c-dialog-body">
          <p className="c-soft">{t('refund.intro')}</p>
          <div className="t-form-grid">
            <Field label={t('refund.amount')} required error={errorOf('amount')}>
              {(control) => (
                <Input
                  {...control}
                  unit="€"
                  inputMode="decimal"
                  value={values.amount}
                  onChange={set('amount')}
                />
              )}
            </Field>
            <Field label={t('refund.method')} required error={errorOf('method')}>
              {(control) => (
                <Select
                  {...control}
                  value={values.method}
                  options={METHODS.map((value) => ({ value, label: methods[value]?.[language] ?? value }))}
                  onChange={set('method')}
                />
              )}
            </Field>
            <Field label={t('refund.date')} required error={errorOf('date')}>
              {(control) => (
                <Input {...control} type="date" max={today()} value={values.date} onChange={set('date')} />
              )}
            </Field>
            <Field
              label={t('refund.reference')}
              help={t('refund.reference.help')}
              required
              error={errorOf('reference')}
            >
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  value={values.reference}
                  onChange={set('reference')}
                  data-testid="refund-reference"
                />
              )}
            </Field>
          </div>
          <Field label={t('refund.note')} error={errorOf('note')}>
            {(control) => (
              <Textarea {...control} rows={2} maxLength={2_000} value={values.note} onChange={set('note')} />
            )}
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
