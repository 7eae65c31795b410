import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import {
  Button,
  Check,
  Dialog,
  formatMoney,
  Notice,
  SkeletonLines,
  toLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { changePath } from '../../api-paths';
import { useAttemptKey } from '../desk/use-attempt-key';
import { BelowLeast } from './below-least';
import { ChangeMoney } from './change-money';
import {
  mostChangeable,
  shownOf,
  type CancellationAnswer,
  type Changeable,
  type Surplus,
} from './change-rules';
import { LostDrivers } from './lost-drivers';
import './changes.css';

export interface ChangeDialogProps {
  id: string;
  reservation: Changeable & { edition: number | null };
  /** Whether the buyer has an address to which tickets are sent. */
  hasEmail: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Cancels some places of a sold reservation; the money is shown before it is confirmed. */
export const CancelPlaces = ({ id, reservation, hasEmail, onClose, onDone }: ChangeDialogProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const [items, setItems] = useState<readonly string[]>([]);
  const [surplus, setSurplus] = useState<Surplus>('REFUND');
  const { edition, arrivedItems } = reservation;
  // One place stays: to cancel the last one is to cancel the reservation.
  const most = Math.min(mostChangeable(reservation), reservation.items.length - 1);
  const body = { edition, items, surplus };
  const quote = useQuery({
    queryKey: ['cancel-places', id, body],
    queryFn:
      items.length > 0
        ? () => api.post<CancellationAnswer>(changePath(id, 'cancel-places/quote'), body)
        : skipToken,
    gcTime: 0,
    retry: false,
  });
  const attempt = useAttemptKey();
  const cancel = useMutation({
    mutationFn: (answer: CancellationAnswer) => {
      const content = { ...body, shown: shownOf(answer) };
      const idempotencyKey = attempt(JSON.stringify(content));
      return api.post<CancellationAnswer>(changePath(id, 'cancel-places'), content, { idempotencyKey });
    },
    onSuccess: ({ drivers }) => {
      toast.good(t('change.cancel.done', { count: items.length + drivers.length }));
      onDone();
    },
  });
  const failure = cancel.error ?? quote.error;
  const lost = reservation.items.filter((item) => quote.data?.drivers.includes(item.id));
  return (
    <Dialog
      title={t('change.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('change.cancel.keep')}</Button>
          <Button
            kind="danger"
            busy={cancel.isPending}
            disabledBecause={quote.data && !quote.isError ? undefined : t('change.cancel.choose')}
            data-testid="cancel-places-confirm"
            onClick={() => quote.data && cancel.mutate(quote.data)}
          >
            {t('change.cancel.confirm', { count: items.length + lost.length })}
          </Button>
        </>
      }
    >
      {failure && <Notice tone="bad">{problemText(failure)}</Notice>}
      <fieldset className="t-change-items">
        <legend>{t('change.cancel.which')}</legend>
        {reservation.items.map((item) => {
          const isChosen = items.includes(item.id);
          const isArrived = arrivedItems.includes(item.id);
          return (
            <div key={item.id}>
              <Check
                label={`${item.seatLabel} · ${item.formula}`}
                checked={isChosen}
                disabled={isArrived || (!isChosen && items.length >= most)}
                data-testid="cancel-place"
                onChange={({ target }) =>
                  setItems((before) =>
                    target.checked ? [...before, item.id] : before.filter((each) => each !== item.id),
                  )
                }
              />
              <span className="c-num">
                {isArrived ? t('change.in-room') : formatMoney(item.price, language)}
              </span>
            </div>
          );
        })}
      </fieldset>
      {items.length >= most && most < reservation.items.length && (
        <p className="c-soft t-change-hint">
          {t(most < reservation.items.length - 1 ? 'change.arrived-rest' : 'change.last-place')}
        </p>
      )}
      {quote.isFetching && !quote.data && <SkeletonLines lines={3} />}
      <LostDrivers places={lost} />
      <BelowLeast formulas={quote.data?.belowLeast ?? []} />
      {quote.data && <ChangeMoney quote={quote.data} surplus={surplus} onSurplus={setSurplus} />}
      <p className="c-soft">{t(hasEmail ? 'change.tickets' : 'change.tickets.no-email')}</p>
    </Dialog>
  );
};
