import '../../choices.css';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice, useToast } from '@coulisse/ui-kit';
import { useIdempotencyKey, useProblemText } from '@coulisse/resource-client';
import { TIERS } from '../../api-paths';
import type { Named, Page } from '../../api-types';
import { NEW_CLIENT, NO_CLIENT, proposedClient } from './proposed-client';

const FIELDS = ['lastName', 'firstName', 'email', 'telephone'] as const;
type BuyerField = (typeof FIELDS)[number];
const LABELS = {
  lastName: 'desk.customer.last-name',
  firstName: 'desk.customer.first-name',
  email: 'desk.customer.email',
  telephone: 'desk.customer.telephone',
} as const;

/** Corrects the name and how to reach the buyer; a buyer without a client's record gets one, for quotes and bills. */
export const BuyerDialog = ({
  record,
  descriptor,
  reload,
  tiers,
  isNeeded = false,
  onClose,
}: RecordPartProps & {
  tiers: string | null;
  /** Opened from a quote or a bill, which needs the client's record. */
  isNeeded?: boolean;
  onClose: () => void;
}) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const problemText = useProblemText();
  const before = (record['customerFields'] ?? {}) as Record<string, string>;
  const [buyer, setBuyer] = useState<Record<BuyerField, string>>({
    lastName: before['lastName'] ?? '',
    firstName: before['firstName'] ?? '',
    email: String(record['customerEmail'] ?? ''),
    telephone: before['telephone'] ?? '',
  });
  const [chosen, setClient] = useState(tiers);
  const mayChoose = tiers === null && may('crm.tiers.read');
  const q = (buyer.email || buyer.lastName).trim();
  const { data } = useQuery({
    queryKey: ['buyer-clients', q],
    queryFn:
      mayChoose && q.length >= 2
        ? () => api.get<Page<Client>>(`${TIERS}?${new URLSearchParams({ q, size: '6' })}`)
        : skipToken,
  });
  const found = data?.items ?? [];
  const mayCreate = mayChoose && may('crm.tiers.create');
  const client = chosen ?? proposedClient({ buyer, found, mayCreate, isNeeded });
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
        {isNeeded && <Notice tone="info">{t('reservation.buyer.needs-client')}</Notice>}
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
        {mayChoose && <ClientChoice {...{ found, mayCreate, client }} onClient={setClient} />}
      </div>
    </Dialog>
  );
};

type Client = Named & { email: string | null };

interface ClientChoiceProps {
  found: readonly Client[];
  mayCreate: boolean;
  client: string;
  onClient: (client: string) => void;
}

/** The clients whom the buyer may be, a new one, or none. */
const ClientChoice = ({ found, mayCreate, client, onClient }: ClientChoiceProps) => {
  const { t } = useTranslation('ticketing');
  const choices = [
    { id: NO_CLIENT, label: t('reservation.buyer.no-client') },
    ...found.map(({ id, name, email }) => ({
      id,
      label: [name, email].filter(Boolean).join(' · '),
    })),
    ...(mayCreate ? [{ id: NEW_CLIENT, label: t('reservation.buyer.new-client') }] : []),
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
