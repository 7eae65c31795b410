import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { type ResourceDescriptor, type ResourceRow, useApi, useResource } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  Chip,
  ConfirmDialog,
  formatDate,
  Notice,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure, kindOf, Unavailable } from '@coulisse/resource-fields';
import type { Merged } from '../api-types';
import { isVisible } from '../third-parties/sections';
import { type Choices, choicesFor, differing, type Side } from './merge-choices';
import './merge.css';

type Stored = ResourceRow & { version: number };

const useStored = (descriptor: ResourceDescriptor | null, id: string | undefined) => {
  const api = useApi();
  return useQuery({
    queryKey: ['record', 'crm.tiers', id],
    queryFn:
      descriptor && id !== undefined
        ? ({ signal }) => api.get<Stored>(`${descriptor.path}/${id}`, { signal })
        : skipToken,
  });
};

/** Two records side by side: which one stays, and which values it takes from the other. */
const MergeScreen = () => {
  const { id, other } = useParams();
  const descriptor = useResource('crm.tiers');
  const [own, theirs] = [useStored(descriptor, id), useStored(descriptor, other)];
  if (!descriptor) return <Unavailable />;
  const failed = own.isError ? own : theirs.isError ? theirs : null;
  if (failed) return <Failure failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!own.data || !theirs.data) return <SkeletonLines lines={10} />;
  return <Comparison key={`${id} ${other}`} descriptor={descriptor} own={own.data} other={theirs.data} />;
};

interface ComparisonProps {
  descriptor: ResourceDescriptor;
  own: Stored;
  other: Stored;
}

const nameOf = (record: ResourceRow) => String(record['name'] ?? '');

const Comparison = ({ descriptor, own, other }: ComparisonProps) => {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const [made, setMade] = useState<Choices>({});
  const [asking, setAsking] = useState(false);
  const fields = differing(
    descriptor.fields.filter(({ name }) => isVisible(name, { ...other, ...own })),
    own,
    other,
  );
  const choices = choicesFor(fields, own, made);
  const request = { path: descriptor.path, own, other, choices };
  const preview = usePreview(request);
  const merge = useMerge(request);
  return (
    <div className="k-page">
      <nav className="r-crumb">
        <Link to="/crm/tiers">{t('menu.tiers')}</Link>
        <Link to={`/crm/tiers/${own.id}/informations`}>{nameOf(own)}</Link>
      </nav>
      <header className="k-head">
        <h1>{t('merge.title')}</h1>
        <p className="c-soft">{t('merge.intro')}</p>
      </header>
      <Card>
        <div className="k-merge">
          <MergeHead own={own} other={other} />
          {fields.map((field) => (
            <FieldChoice
              key={field.name}
              field={field}
              values={{ this: own[field.name], other: other[field.name] }}
              side={choices[field.name] ?? 'this'}
              onChoose={(side) => setMade({ ...made, [field.name]: side })}
            />
          ))}
          {fields.length === 0 && <p className="k-merge-same c-soft">{t('merge.same')}</p>}
        </div>
      </Card>
      <Outcome preview={preview} other={other} />
      <footer className="r-form-foot">
        <Button
          kind="main"
          data-testid="merge"
          disabled={preview.isError}
          busy={merge.isPending}
          onClick={() => setAsking(true)}
        >
          {t('merge.do')}
        </Button>
        <Button kind="quiet" onClick={() => void navigate(-1)}>
          {t('merge.cancel')}
        </Button>
      </footer>
      {asking && (
        <ConfirmDialog
          title={t('merge.confirm.title', { name: nameOf(own) })}
          confirm={t('merge.do')}
          busy={merge.isPending}
          onConfirm={() => merge.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {t('merge.confirm.body', { other: nameOf(other), name: nameOf(own) })}
        </ConfirmDialog>
      )}
    </div>
  );
};

const MergeHead = ({ own, other }: Pick<ComparisonProps, 'own' | 'other'>) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const since = (record: ResourceRow) =>
    t('merge.since', { date: formatDate(String(record['createdAt']), language) });
  return (
    <div className="k-merge-row k-merge-head">
      <span />
      <div>
        <b>{nameOf(own)}</b>
        <small className="c-faint">{since(own)}</small>
        <Chip tone="good">{t('merge.stays')}</Chip>
      </div>
      <div>
        <b>{nameOf(other)}</b>
        <small className="c-faint">{since(other)}</small>
        <Link
          className="c-button"
          data-size="small"
          data-kind="quiet"
          to={`/crm/tiers/${other.id}/merge/${own.id}`}
          replace
        >
          <ArrowLeftRight className="c-icon" aria-hidden />
          {t('merge.swap')}
        </Link>
      </div>
    </div>
  );
};

interface FieldChoiceProps {
  field: ResourceDescriptor['fields'][number];
  values: Record<Side, unknown>;
  side: Side;
  onChoose: (side: Side) => void;
}

const FieldChoice = ({ field, values, side, onChoose }: FieldChoiceProps) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const { Show } = kindOf(field);
  const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
  return (
    <fieldset className="k-merge-row">
      <legend>{field.label[language]}</legend>
      {(['this', 'other'] as const).map((option) => (
        <label key={option} data-chosen={option === side || undefined}>
          <input
            type="radio"
            name={`merge-${field.name}`}
            checked={option === side}
            onChange={() => onChoose(option)}
          />
          <span>
            {isEmpty(values[option]) ? (
              <span className="c-faint">{t('merge.empty')}</span>
            ) : (
              <Show field={field} value={values[option]} compact />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

interface MergeRequest {
  /** API path of the third parties. */
  path: string;
  own: Stored;
  other: Stored;
  choices: Choices;
}

const bodyOf = ({ other, choices }: MergeRequest) => ({
  other: other.id,
  otherVersion: other.version,
  choices,
});

/** Result of the merge as computed by the server. */
const usePreview = (request: MergeRequest) => {
  const { path, own, other, choices } = request;
  const api = useApi();
  return useQuery({
    queryKey: ['merge', own.id, own.version, other.id, other.version, choices],
    queryFn: ({ signal }) =>
      api.request<Merged>('POST', `${path}/${own.id}/merge-preview`, {
        body: bodyOf(request),
        ifMatch: own.version,
        signal,
      }),
    placeholderData: (before) => before,
    retry: false,
  });
};

const MOVED = ['addresses', 'contacts', 'notes', 'attachments', 'sales'] as const;

const Outcome = ({ preview, other }: { preview: ReturnType<typeof usePreview>; other: Stored }) => {
  const { t } = useTranslation('crm');
  const problem = useProblemText();
  if (preview.isError)
    return (
      <Notice tone="bad">
        <b>{t('merge.impossible')}</b> {problem(preview.error)}
      </Notice>
    );
  if (!preview.data) return null;
  const { moved, tiers } = preview.data;
  const counted = MOVED.filter((kind) => moved[kind] > 0);
  return (
    <Notice>
      <span data-testid="merge-outcome">
        {t('merge.outcome', { name: tiers.name, other: nameOf(other) })}{' '}
        {counted.length > 0
          ? t('merge.moved', {
              list: counted.map((kind) => t(`merge.moved.${kind}`, { count: moved[kind] })).join(', '),
            })
          : t('merge.moved.none')}
      </span>
    </Notice>
  );
};

const useMerge = (request: MergeRequest) => {
  const { path, own } = request;
  const api = useApi();
  const toast = useToast();
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const problem = useProblemText();
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: () =>
      api.post<Merged>(`${path}/${own.id}/merge`, bodyOf(request), {
        ifMatch: own.version,
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ tiers }) => {
      toast.good(t('merge.done', { name: tiers.name }));
      // Leave this screen first: after the merge its preview would be refused.
      await navigate(`/crm/tiers/${tiers.id}/informations`, { replace: true });
      await client.invalidateQueries();
    },
    onError: (failure) => {
      key.current = crypto.randomUUID();
      toast.bad(problem(failure));
    },
  });
};

export default MergeScreen;
