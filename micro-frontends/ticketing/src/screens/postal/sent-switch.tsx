import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CellProps, type RecordPartProps, type ResourceRow, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { toggleSentPath } from '../../api-paths';

const RESOURCE = 'ticketing.list-to-send-item';

/** Notes that an item was sent, with a way back in the message. */
function useToggle(row: ResourceRow) {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const client = useQueryClient();
  const toast = useToast();
  const problemText = useProblemText();
  const may = useMay();
  const toggle = useMutation({
    mutationFn: () => api.post<{ isSent: boolean }>(toggleSentPath(row.id), {}),
    onSuccess: ({ isSent }) => {
      void client.invalidateQueries({ queryKey: ['list', RESOURCE] });
      void client.invalidateQueries({ queryKey: ['record', RESOURCE] });
      toast.good(t(isSent ? 'to-send.sent' : 'to-send.not-sent', { code: String(row['code']) }));
    },
    onError: (error) => toast.bad(problemText(error)),
  });
  const right = row['kind'] === 'GIFT_VOUCHER' ? 'ticketing.gift-voucher.post' : 'ticketing.reservation.post';
  return { toggle, isAllowed: may(right), isSent: row['isSent'] === true };
}

/** In the list to send: a box to tick for each envelope. */
export const SentSwitch = ({ row }: CellProps) => {
  const { t } = useTranslation('ticketing');
  const { toggle, isAllowed, isSent } = useToggle(row);
  return (
    <input
      type="checkbox"
      className="c-check"
      checked={toggle.isPending ? !isSent : isSent}
      disabled={!isAllowed || toggle.isPending}
      aria-label={t('to-send.mark', { code: String(row['code']) })}
      data-testid="is-sent"
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggle.mutate()}
    />
  );
};

/** On the page of an item. */
export const SentAction = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const { toggle, isAllowed, isSent } = useToggle(record);
  if (!isAllowed) return null;
  return (
    <Button
      kind={isSent ? 'plain' : 'main'}
      busy={toggle.isPending}
      data-testid="toggle-sent"
      onClick={() => toggle.mutate()}
    >
      {t(isSent ? 'to-send.undo' : 'to-send.done')}
    </Button>
  );
};
