import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatMoney, Notice, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { instalmentsPath } from '../../api-paths';
import { InstalmentFields } from './instalment-fields';
import { instalmentsOfTotal, proposedRows, rowsOf, type InstalmentRow } from './instalment-rows';
import { type Instalment, moneyOf } from './reservation-details';
import './changes.css';

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
  const body = instalmentsOfTotal(rows, totalMinor);
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
            disabledBecause={body ? undefined : t('instalments.incomplete')}
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
      <InstalmentFields rows={rows} totalMinor={totalMinor} startsAt={payableUntil} onRows={setRows} />
    </Dialog>
  );
};
