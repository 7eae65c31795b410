import { useMutation, useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Check, Dialog, formatMoney, Notice, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { nextMeans, partsOf, takesMoney, type Means, type MoneyMeans } from '../desk/desk-money';
import { PaymentSection } from '../desk/payment-section';
import { useAttemptKey } from '../desk/use-attempt-key';
import { type ReservationDetails, whileNewerLoads } from './reservation-details';
import { useReloadMoney } from './use-reload-money';

const OWING = ['PRE_RESERVATION', 'VALIDATED'];

/** `Encaisser`: takes what is due for a reservation, by one means or several. */
export const CollectAction = ({ record, descriptor, reload }: RecordPartProps) => {
  const api = useApi();
  const may = useMay();
  const reloadMoney = useReloadMoney(record.id, reload);
  const mayCollect = may('ticketing.reservation.sell') && may('payments.payment.collect');
  const isOwing = OWING.includes(String(record['state']));
  const details = useQuery({
    queryKey: ['reservation', record.id, record.version],
    queryFn: () => api.get<ReservationDetails>(`${descriptor.path}/${record.id}/informations`),
    placeholderData: whileNewerLoads(record.id),
    enabled: mayCollect && isOwing,
  });
  if (!mayCollect || !isOwing || !details.data) return null;
  return (
    <CollectButton
      path={`${descriptor.path}/${record.id}/collect`}
      dueMinor={details.data.dueNowMinor}
      totalDueMinor={details.data.dueMinor}
      onDone={reloadMoney}
    />
  );
};

interface CollectButtonProps {
  /** Where the parts are sent. */
  path: string;
  dueMinor: number;
  /** All that is left, where less is due now. */
  totalDueMinor?: number;
  onDone: () => void;
}

/** Takes what is due for a reservation or a gift voucher. */
export const CollectButton = ({ path, dueMinor, totalDueMinor = dueMinor, onDone }: CollectButtonProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={dueMinor > 0 ? 'main' : 'plain'}
        icon={<Banknote className="c-icon" aria-hidden />}
        disabledBecause={dueMinor > 0 ? undefined : t('collect.nothing')}
        data-testid="collect"
        onClick={() => setOpen(true)}
      >
        {dueMinor > 0
          ? t('desk.collect-amount', { amount: formatMoney(dueMinor, language) })
          : t('desk.collect')}
      </Button>
      {isOpen && (
        <CollectDialog
          path={path}
          dueMinor={dueMinor}
          totalDueMinor={totalDueMinor}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </>
  );
};

const CollectDialog = ({
  path,
  dueMinor: dueNowMinor,
  totalDueMinor,
  onClose,
  onDone,
}: {
  path: string;
  dueMinor: number;
  totalDueMinor: number;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const [isAll, setAll] = useState(false);
  const dueMinor = isAll ? totalDueMinor : dueNowMinor;
  const [means, setMeans] = useState<readonly Means[]>(['CARD']);
  const [isChosen, setChosen] = useState(false);
  const [typed, setTyped] = useState<Readonly<Partial<Record<MoneyMeans, string>>>>({});
  const parts = partsOf(means.filter(takesMoney), typed, dueMinor);
  const attempt = useAttemptKey();
  const collect = useMutation({
    mutationFn: () => api.post(path, { parts }, { idempotencyKey: attempt(JSON.stringify(parts)) }),
    onSuccess: () => {
      toast.good(t('collect.done', { amount: formatMoney(dueMinor, language) }));
      onDone();
    },
  });
  return (
    <Dialog
      title={t('collect.title', { amount: formatMoney(dueMinor, language) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('collect.not-now')}</Button>
          <Button
            kind="main"
            busy={collect.isPending}
            disabledBecause={parts ? undefined : t('desk.parts')}
            data-testid="collect-confirm"
            onClick={() => collect.mutate()}
          >
            {t('desk.collect-amount', { amount: formatMoney(dueMinor, language) })}
          </Button>
        </>
      }
    >
      {collect.isError && <Notice tone="bad">{problemText(collect.error)}</Notice>}
      {totalDueMinor > dueNowMinor && (
        <Check
          label={t('collect.all', { amount: formatMoney(totalDueMinor, language) })}
          checked={isAll}
          data-testid="collect-all"
          onChange={({ target }) => setAll(target.checked)}
        />
      )}
      <PaymentSection
        means={means}
        typed={typed}
        dueMinor={dueMinor}
        onToggle={(each) => {
          setMeans((before) => nextMeans(before, each, isChosen));
          setChosen(true);
        }}
        onType={(method, value) => setTyped((before) => ({ ...before, [method]: value }))}
      />
    </Dialog>
  );
};
