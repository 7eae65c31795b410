import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { useOpened } from '../use-opened';

const FIELDS = ['lastName', 'firstName', 'email', 'telephone'] as const;
type BuyerField = (typeof FIELDS)[number];
const LABELS = {
  lastName: 'desk.customer.last-name',
  firstName: 'desk.customer.first-name',
  email: 'desk.customer.email',
  telephone: 'desk.customer.telephone',
} as const;

const idOf = (reference: unknown): string | null =>
  typeof reference === 'object' && reference !== null && 'id' in reference ? String(reference.id) : null;

/** `Modifier l’acheteur`: corrects the name and how to reach the buyer, of a gift voucher too. */
export const BuyerAction = ({
  right = 'ticketing.reservation.sell',
  customer = 'tiers',
  ...props
}: RecordPartProps & {
  right?: string;
  /** The field with the third party, which stays. */
  customer?: string;
}) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const [isOpen, setOpen] = useOpened('buyer');
  if (!may(right) || props.record['state'] === 'CANCELED') return null;
  return (
    <>
      <Button data-testid="edit-buyer" onClick={() => setOpen(true)}>
        {t('reservation.buyer')}
      </Button>
      {isOpen && (
        <BuyerDialog {...props} tiers={idOf(props.record[customer])} onClose={() => setOpen(false)} />
      )}
    </>
  );
};

const BuyerDialog = ({
  record,
  descriptor,
  reload,
  tiers,
  onClose,
}: RecordPartProps & { tiers: string | null; onClose: () => void }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const before = (record['customerFields'] ?? {}) as Record<string, string>;
  const [buyer, setBuyer] = useState<Record<BuyerField, string>>({
    lastName: before['lastName'] ?? '',
    firstName: before['firstName'] ?? '',
    email: String(record['customerEmail'] ?? ''),
    telephone: before['telephone'] ?? '',
  });
  const save = useMutation({
    mutationFn: () =>
      api.post(`${descriptor.path}/${record.id}/edit-customer`, {
        version: record['version'],
        customer: { ...before, ...buyer },
        tiers,
      }),
    onSuccess: () => {
      toast.good(t('reservation.buyer.done'));
      onClose();
      reload();
    },
  });
  return (
    <Dialog
      title={t('reservation.buyer')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('reservation.buyer.keep')}</Button>
          <Button
            kind="main"
            busy={save.isPending}
            disabledBecause={buyer.lastName.trim() ? undefined : t('desk.missing.customer')}
            onClick={() => save.mutate()}
          >
            {t('reservation.buyer.save')}
          </Button>
        </>
      }
    >
      <div className="t-fields">
        {save.isError && <Notice tone="bad">{problemText(save.error)}</Notice>}
        {FIELDS.map((name) => (
          <Field key={name} label={t(LABELS[name])} required={name === 'lastName'}>
            {(control) => (
              <Input
                {...control}
                value={buyer[name]}
                onChange={({ target }) => setBuyer((last) => ({ ...last, [name]: target.value }))}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  );
};
