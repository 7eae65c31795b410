import { useMutation } from '@tanstack/react-query';
import { FilePen, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useApi, useMay, useResources } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { documentDraftPath } from '../../api-paths';
import { documentScreen } from '../../screen-paths';

const KINDS = [
  { kind: 'quote', resource: 'sales.quote', Icon: FilePen },
  { kind: 'bill', resource: 'sales.bill', Icon: ReceiptText },
] as const;
/** A quote comes before the sale, a bill once somebody has to pay. */
const STATES: Readonly<Record<'quote' | 'bill', readonly string[]>> = {
  quote: ['DRAFT', 'QUOTE_REQUESTED', 'PRE_RESERVATION'],
  bill: ['PRE_RESERVATION', 'VALIDATED'],
};

/** `Créer un devis` and `Créer une facture`: a draft in sales with the places, the options and the terms of payment. */
export const DocumentActions = ({ record }: RecordPartProps) => {
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
      return { kind, ...(await api.post<{ id: string }>(path, draft)) };
    },
    onSuccess: ({ kind, id }) => void navigate(documentScreen(kind, id)),
    onError: (error) => toast.bad(problemText(error)),
  });
  return (
    <>
      {KINDS.map(({ kind, resource, Icon }) => {
        const path = resources.find(({ name }) => name === resource)?.path;
        if (!path || !may(`${resource}.create`) || !STATES[kind].includes(state)) return null;
        return (
          <Button
            key={kind}
            icon={<Icon className="c-icon" aria-hidden />}
            busy={create.isPending && create.variables.kind === kind}
            disabledBecause={record['tiers'] ? undefined : t('reservation.document.no-customer')}
            data-testid={`create-${kind}`}
            onClick={() => create.mutate({ kind, path })}
          >
            {t(`reservation.document.${kind}`)}
          </Button>
        );
      })}
    </>
  );
};
