import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Notice, Textarea, useToast } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import { useProblemText } from '@coulisse/resource-client';
import type { Note } from './notes';

const LONGEST_COMMENT = 2_000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Changes the comment of a reservation, or the date of its quote; what was typed stays when it is refused. */
export const NoteDialog = ({
  note,
  record,
  descriptor,
  reload,
  onClose,
}: RecordPartProps & { note: Note; onClose: () => void }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const form = useId();
  const [value, setValue] = useState(textOf(record[note === 'comment' ? 'comment' : 'quoteDate']));
  const save = useMutation({
    mutationFn: () =>
      api.post(`${descriptor.path}/${record.id}/edit-${note}`, {
        version: record['version'],
        ...(note === 'comment' ? { comment: value } : { quoteDate: value || null }),
      }),
    onSuccess: () => {
      toast.good(t(`reservation.note.${note}.done`));
      onClose();
      reload();
    },
  });
  return (
    <Dialog
      title={t(`reservation.note.${note}.edit`)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('reservation.note.keep')}</Button>
          <Button kind="main" type="submit" form={form} busy={save.isPending}>
            {t('reservation.note.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="t-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        {save.isError && <Notice tone="bad">{problemText(save.error)}</Notice>}
        <Field label={t(`reservation.note.${note}`)} help={t(`reservation.note.${note}.help`)}>
          {(control) =>
            note === 'comment' ? (
              <Textarea
                {...control}
                rows={5}
                maxLength={LONGEST_COMMENT}
                value={value}
                onChange={({ target }) => setValue(target.value)}
              />
            ) : (
              <DatePicker control={control} value={value || null} onChange={(date) => setValue(date ?? '')} />
            )
          }
        </Field>
      </form>
    </Dialog>
  );
};
