import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useApi, useMay, useResources } from '@coulisse/mfe-kit';
import { Button, onDemand, Opening, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { documentDraftPath } from '../../api-paths';
import { documentScreen } from '../../screen-paths';
import { latestQuote, stepOf, writeQuote } from './quote-versions';

const BuyerDialog = onDemand(async () => (await import('./buyer-dialog')).BuyerDialog);

const KINDS = [
  { kind: 'quote', resource: 'sales.quote' },
  { kind: 'bill', resource: 'sales.bill' },
] as const;
/** A quote comes before the sale, a bill once somebody has to pay. */
const STATES: Readonly<Record<'quote' | 'bill', readonly string[]>> = {
  quote: ['DRAFT', 'QUOTE_REQUESTED', 'PRE_RESERVATION'],
  bill: ['PRE_RESERVATION', 'VALIDATED'],
};

/** `Créer un devis` and `Créer une facture`: a draft in sales with the places, the options and the terms of payment. */
export const DocumentActions = (props: RecordPartProps) => {
  const { record } = props;
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const resources = useResources();
  const state = String(record['state']);
  const create = useMutation({
    mutationFn: async ({ kind, path }: { kind: 'quote' | 'bill'; path: string }) => {
      const draft = await api.get<object>(documentDraftPath(record.id, kind));
      if (kind === 'quote')
        // Read again: somebody else may have made one meanwhile.
        return {
          kind,
          id: await writeQuote(api, { path, draft, latest: await latestQuote(api, path, record.id) }),
        };
      return { kind, ...(await api.post<{ id: string }>(path, draft)) };
    },
    onSuccess: ({ kind, id }) => void navigate(documentScreen(kind, id)),
    onError: (error) => toast.bad(problemText(error)),
  });
  const quotePath = resources.find(({ name }) => name === 'sales.quote')?.path;
  const latest = useQuery({
    queryKey: ['reservation-quote', record.id, record['version']],
    queryFn: () => latestQuote(api, quotePath ?? '', record.id),
    enabled: quotePath !== undefined && may('sales.quote.read') && STATES.quote.includes(state),
  });
  const step = stepOf(latest.data ?? null);
  const mayWriteQuote = may(`sales.quote.${step}`) && (step !== 'revise' || may('sales.quote.update'));
  const [isNaming, setNaming] = useState(false);
  const hasClient = Boolean(record['tiers']);
  // Who may make the record is led there.
  const mayName = may('ticketing.reservation.sell') && may('crm.tiers.read') && may('crm.tiers.create');
  return (
    <>
      {KINDS.map(({ kind, resource }) => {
        const path = resources.find(({ name }) => name === resource)?.path;
        const isAllowed = kind === 'quote' ? mayWriteQuote : may(`${resource}.create`);
        if (!path || !isAllowed || !STATES[kind].includes(state)) return null;
        return (
          <Button
            key={kind}
            busy={create.isPending && create.variables.kind === kind}
            disabledBecause={hasClient || mayName ? undefined : t('reservation.document.no-customer')}
            data-testid={`create-${kind}`}
            onClick={() => (hasClient ? create.mutate({ kind, path }) : setNaming(true))}
          >
            {t(kind === 'quote' ? `reservation.document.quote.${step}` : 'reservation.document.bill')}
          </Button>
        );
      })}
      {isNaming && (
        <Opening onClose={() => setNaming(false)}>
          <BuyerDialog {...props} tiers={null} isNeeded onClose={() => setNaming(false)} />
        </Opening>
      )}
    </>
  );
};
