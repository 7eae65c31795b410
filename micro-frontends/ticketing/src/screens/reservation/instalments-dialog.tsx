import { useMutation } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatMoney, Input, Notice, Select, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { instalmentsPath } from '../../api-paths';
import { instalmentsFrom, previewOf, proposedRows, rowsOf, type InstalmentRow } from './instalment-rows';
import { type Instalment, moneyOf } from './reservation-details';
import './changes.css';

const MOST_INSTALMENTS = 12;

interface InstalmentsDialogProps extends RecordPartProps {
  instalments: readonly Instalment[];
  /** Beginning of the performance. */
  payableUntil: string;
  onClose: () => void;
}

/** Agrees on the payments of a pre-reservation: deposits by amount or percentage, and the balance. */
export const InstalmentsDialog = ({
  record,
  instalments,
  payableUntil,
  reload,
  onClose,
}: InstalmentsDialogProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const totalMinor = Math.round(Number(record['totalTTC'] ?? 0) * 100);
  const [rows, setRows] = useState<readonly InstalmentRow[]>(() =>
    instalments.length > 0
      ? rowsOf(instalments)
      : proposedRows(new Date(), new Date(payableUntil), {
          deposit: t('instalments.deposit'),
          balance: t('instalments.balance'),
        }),
  );
  const change = (key: number, values: Partial<InstalmentRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...values } : row)));
  const add = () =>
    setRows((before) => {
      const key = Math.max(...before.map((row) => row.key)) + 1;
      const label = t('instalments.further', { number: before.length });
      const row: InstalmentRow = { key, label, dueOn: '', kind: 'percentage', value: '' };
      return [...before.slice(0, -1), row, ...before.slice(-1)];
    });
  const body = instalmentsFrom(rows);
  const preview = previewOf(rows, totalMinor);
  const save = useMutation({
    mutationFn: (next: object[]) =>
      api.put(instalmentsPath(record.id), { version: record['version'], instalments: next }),
    onSuccess: (_, next) => {
      toast.good(t(next.length > 0 ? 'instalments.saved' : 'instalments.removed'));
      onClose();
      reload();
    },
    // After a conflict the next attempt names the version that there is now; the rows stay.
    onError: () => reload(),
  });
  return (
    <Dialog
      title={t('instalments.title')}
      onClose={onClose}
      footer={
        <>
          {instalments.length > 0 && (
            <Button busy={save.isPending} data-testid="instalments-remove" onClick={() => save.mutate([])}>
              {t('instalments.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('instalments.keep')}</Button>
          <Button
            kind="main"
            busy={save.isPending}
            disabledBecause={body && !preview.includes(null) ? undefined : t('instalments.incomplete')}
            data-testid="instalments-save"
            onClick={() => body && save.mutate(body)}
          >
            {t('instalments.save')}
          </Button>
        </>
      }
    >
      {save.isError && <Notice tone="bad">{problemText(save.error)}</Notice>}
      <p className="c-soft">{t('instalments.help', { total: formatMoney(moneyOf(totalMinor), language) })}</p>
      <div className="t-instalment-rows">
        {rows.map((row, index) => {
          const isLast = index === rows.length - 1;
          const amount = preview[index];
          return (
            <fieldset key={row.key} data-testid="instalment-row">
              <legend className="c-hidden">{t('instalments.row', { number: index + 1 })}</legend>
              <Input
                className="t-instalment-label"
                aria-label={t('instalments.label')}
                value={row.label}
                maxLength={80}
                onChange={({ target }) => change(row.key, { label: target.value })}
              />
              <Input
                type="date"
                aria-label={t('instalments.date')}
                value={row.dueOn}
                onChange={({ target }) => change(row.key, { dueOn: target.value })}
              />
              {isLast ? (
                <span className="c-soft t-instalment-rest">{t('instalments.rest')}</span>
              ) : (
                <span className="t-instalment-share">
                  <Input
                    inputMode="decimal"
                    aria-label={t('instalments.share')}
                    value={row.value}
                    onChange={({ target }) => change(row.key, { value: target.value })}
                  />
                  <Select
                    aria-label={t('instalments.unit')}
                    value={row.kind}
                    options={[
                      { value: 'percentage', label: '%' },
                      { value: 'amount', label: '€' },
                    ]}
                    onChange={({ target }) =>
                      change(row.key, { kind: target.value as InstalmentRow['kind'] })
                    }
                  />
                </span>
              )}
              <output className="c-num">
                {amount === null || amount === undefined ? '–' : formatMoney(moneyOf(amount), language)}
              </output>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('instalments.delete', { label: row.label })}
                icon={<Trash2 className="c-icon" aria-hidden />}
                disabledBecause={isLast ? t('instalments.rest.stays') : undefined}
                onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
              />
            </fieldset>
          );
        })}
      </div>
      <Button
        size="small"
        icon={<Plus className="c-icon" aria-hidden />}
        disabledBecause={rows.length < MOST_INSTALMENTS ? undefined : t('instalments.most')}
        data-testid="instalments-add"
        onClick={add}
      >
        {t('instalments.more')}
      </Button>
    </Dialog>
  );
};
