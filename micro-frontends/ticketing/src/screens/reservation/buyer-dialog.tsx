import '../../choices.css';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice, useToast } from '@coulisse/ui-kit';
import { useIdempotencyKey, useProblemText } from '@coulisse/resource-client';
import { TIERS } from '../../api-paths';
import type { Named, Page } from '../../api-types';

const FIELDS = ['lastName', 'firstName', 'email', 'telephone'] as const;
type BuyerField = (typeof FIELDS)[number];
const LABELS = {
  lastName: 'desk.customer.last-name',
  firstName: 'desk.customer.first-name',
  email: 'desk.customer.email',
  telephone: 'desk.customer.telephone',
} as const;

/** Choices beside the clients that were found. */
const NO_CLIENT = '';
const NEW_CLIENT = 'new';

/** Corrects the name and how to reach the buyer; a buyer without a client's record gets one, for quotes and bills. */
export const BuyerDialog = ({
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
  const [client, setClient] = useState(tiers ?? NO_CLIENT);
  const key = useIdempotencyKey();
  const clientOf = async (): Promise<string | null> => {
    if (client !== NEW_CLIENT) return client === NO_CLIENT ? null : client;
    const { telephone: mobile, ...names } = buyer;
    const body = { kind: 'particular', ...names, mobile };
    const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
    return (await api.post<{ id: string }>(TIERS, filled, { idempotencyKey: key.of(filled) })).id;
  };
  const save = useMutation({
    mutationFn: async () =>
      api.post(`${descriptor.path}/${record.id}/edit-customer`, {
        version: record['version'],
        customer: { ...before, ...buyer },
        tiers: await clientOf(),
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
        {tiers === null && <ClientChoice buyer={buyer} client={client} onClient={setClient} />}
      </div>
    </Dialog>
  );
};

interface ClientChoiceProps {
  buyer: Readonly<Record<BuyerField, string>>;
  client: string;
  onClient: (client: string) => void;
}

/** The clients whom the buyer may be, a new one, or none. */
const ClientChoice = ({ buyer, client, onClient }: ClientChoiceProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const q = (buyer.email || buyer.lastName).trim();
  const found = useQuery({
    queryKey: ['buyer-clients', q],
    queryFn:
      q.length >= 2 && may('crm.tiers.read')
        ? () =>
            api.get<Page<Named & { email: string | null }>>(
              `${TIERS}?${new URLSearchParams({ q, size: '6' })}`,
            )
        : skipToken,
  });
  if (!may('crm.tiers.read')) return null;
  const choices = [
    { id: NO_CLIENT, label: t('reservation.buyer.no-client') },
    ...(found.data?.items ?? []).map(({ id, name, email }) => ({
      id,
      label: [name, email].filter(Boolean).join(' · '),
    })),
    ...(may('crm.tiers.create') ? [{ id: NEW_CLIENT, label: t('reservation.buyer.new-client') }] : []),
  ];
  return (
    <fieldset className="t-choices">
      <legend>{t('reservation.buyer.client')}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} className="t-choice">
          <input type="radio" name="client" checked={client === id} onChange={() => onClient(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
};
