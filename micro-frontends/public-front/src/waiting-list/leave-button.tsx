import { Button, Dialog, Notice, useToast } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { changeEntry, entryQuery, type Entry } from './waiting-list-api';

/** Leaves the line, or refuses the offer, after a question. */
export function LeaveButton({ entry, entryKey }: { entry: Entry; entryKey: string }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isOffered = entry.state === 'OFFERED';
  const leave = useMutation({
    mutationFn: () => changeEntry(entryKey, 'leave'),
    onSuccess: () => {
      toast.good(t('waiting-list.leave.done'));
      setOpen(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: entryQuery(entryKey).queryKey }),
  });
  const label = t(isOffered ? 'waiting-list.refuse' : 'waiting-list.leave');
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)} data-testid="waiting-leave">
        {label}
      </Button>
      {isOpen && (
        <Dialog
          title={t(isOffered ? 'waiting-list.refuse.title' : 'waiting-list.leave.title')}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{t('waiting-list.leave.stay')}</Button>
              <Button
                kind="danger-main"
                busy={leave.isPending}
                onClick={() => leave.mutate()}
                data-testid="waiting-leave-confirm"
              >
                {label}
              </Button>
            </>
          }
        >
          <p>{t(isOffered ? 'waiting-list.refuse.text' : 'waiting-list.leave.text')}</p>
          {leave.isError && <Notice tone="bad">{problemText(leave.error, t)}</Notice>}
        </Dialog>
      )}
    </>
  );
}
