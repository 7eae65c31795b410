import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, type RecordPartProps, type ResourceRow, useApi } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  formatNumber,
  Input,
  Notice,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useInvalidateResource, useProblemText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { useShortcuts } from '@coulisse/resource-ui';
import { RightsMatrix } from './rights-matrix';
import {
  changesOf,
  countIn,
  differsFromDefault,
  domainsOf,
  type Draft,
  filtered,
  grantsToSave,
  type RoleRights,
  type StoredGrant,
  type View,
  VIEWS,
  withDefaults,
  withScope,
} from './role-rights';
import { SaveRightsDialog } from './save-rights-dialog';
import { useRightWords } from './use-right-words';
import { roleRightsQuery, useRoleRights } from './use-role-rights';
import './roles.css';

/** The rights of a role, on its record. */
export const RightsSection = (props: RecordPartProps) => {
  const { t } = useTranslation('admin');
  const query = useRoleRights(props.record, props.descriptor.path);
  return (
    <Card>
      <section aria-label={t('rights.title')} className="a-rights-section">
        <h2>{t('rights.title')}</h2>
        {query.isPending && <SkeletonLines lines={8} />}
        {query.isError && !query.data && (
          <Failure failure={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && <Rights key={props.record.id} {...props} answer={query.data} />}
      </section>
    </Card>
  );
};

const Rights = ({
  record,
  descriptor,
  reload,
  onDirty,
  answer,
}: RecordPartProps & { answer: RoleRights }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { labelOf, fullLabelOf } = useRightWords();
  const [draft, setDraft] = useState<Draft>({});
  const [view, setView] = useState<View>('all');
  const [search, setSearch] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { rights, users } = answer;
  const readonly = !answer.mayChange;
  const changes = changesOf(draft, rights);
  const isDirty = changes.length > 0;
  const saving = useSaving({ record, descriptor, reload }, answer, () => setDraft({}));
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);
  const ask = () => {
    saving.reset();
    setAsking(true);
  };
  const latest = () => {
    saving.reset();
    reload();
  };
  useShortcuts({ 'mod+s': ask }, isDirty && !isAsking);
  const domains = useMemo(() => domainsOf(rights), [rights]);
  const shown = filtered(domains, { view, search, draft, language, labelOf });
  const different = rights.filter((right) => differsFromDefault(draft, right));
  const name = typeof record['name'] === 'string' ? record['name'] : '';
  return (
    <>
      {answer.isFull && <Notice>{t('rights.full')}</Notice>}
      <Tools
        view={view}
        onView={setView}
        search={search}
        onSearch={setSearch}
        counts={(each) => countIn(each, draft, rights)}
      />
      {shown.length > 0 ? (
        <RightsMatrix
          domains={shown}
          draft={draft}
          readonly={readonly}
          onScope={(right, scope) => setDraft((former) => withScope(former, right, scope))}
          onReset={(some) => setDraft((former) => withDefaults(former, some))}
        />
      ) : (
        <p className="c-soft a-rights-none">{t('rights.none')}</p>
      )}
      <Legend />
      {!readonly && different.length > 0 && (
        <Button
          kind="quiet"
          size="small"
          icon={<RotateCcw aria-hidden />}
          data-testid="rights-reset"
          onClick={() => setDraft((former) => withDefaults(former, different))}
        >
          {t('rights.reset', { count: different.length })}
        </Button>
      )}
      {isDirty && (
        <div className="a-rights-bar" data-testid="rights-bar">
          {saving.isError && !isAsking && (
            <Refusal failure={saving.error} sent={saving.variables} answer={answer} onLatest={latest} />
          )}
          <b>{t('rights.unsaved', { count: changes.length })}</b>
          <span className="a-rights-chips">
            {changes.map(({ right }) => (
              <span key={right.right} className="c-chip">
                {fullLabelOf(right)}
              </span>
            ))}
          </span>
          <span className="c-push c-actions">
            <Button onClick={() => setDraft({})}>{t('rights.discard')}</Button>
            <Button kind="main" data-testid="rights-save" busy={saving.isPending} onClick={ask}>
              {t('rights.save')}
            </Button>
          </span>
        </div>
      )}
      {isAsking && isDirty && (
        <SaveRightsDialog
          name={name}
          changes={changes}
          users={users}
          busy={saving.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => saving.mutate(grantsToSave(draft, answer), { onSettled: () => setAsking(false) })}
        />
      )}
    </>
  );
};

/** Saves all changes at once, by the version that was read; what was typed stays until they are stored. */
const useSaving = (
  { record, descriptor, reload }: RecordPartProps,
  { version }: RoleRights,
  onSaved: () => void,
) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const toast = useToast();
  const invalidate = useInvalidateResource(descriptor);
  const client = useQueryClient();
  const { path } = descriptor;
  return useMutation({
    mutationFn: (grants: StoredGrant[]) =>
      api.patch<ResourceRow>(`${path}/${record.id}`, { grants }, { ifMatch: version }),
    onSuccess: async (saved) => {
      // The new rights are there before the draft goes, so that no cell flickers back.
      await client.prefetchQuery(roleRightsQuery(api, path, record.id, saved['version']));
      await invalidate();
      reload();
      onSaved();
      toast.good(t('rights.saved'));
    },
  });
};

interface RefusalProps {
  failure: unknown;
  /** The grants that were refused; errors name one by its index. */
  sent: readonly StoredGrant[] | undefined;
  answer: RoleRights;
  onLatest: () => void;
}

/** Why nothing was saved; all changes are still there. */
const Refusal = ({ failure, sent, answer, onLatest }: RefusalProps) => {
  const { t } = useTranslation('admin');
  const problem = useProblemText();
  const { fullLabelOf } = useRightWords();
  if (failure instanceof ApiProblem && failure.code === 'record.changed')
    return (
      <Notice tone="bad">
        {t('rights.conflict')}{' '}
        <Button kind="link" data-testid="rights-latest" onClick={onLatest}>
          {t('rights.latest')}
        </Button>
      </Notice>
    );
  const errors = failure instanceof ApiProblem ? failure.errors : [];
  const named = errors.flatMap(({ pointer, detail }) => {
    const index = Number(/^\/grants\/(\d+)/.exec(pointer)?.[1] ?? -1);
    const right = answer.rights.find((each) => each.right === sent?.[index]?.right);
    return right ? [`${fullLabelOf(right)}. ${detail}`] : [];
  });
  return (
    <Notice tone="bad">
      {t('rights.kept')} {named.length > 0 ? named.join(' ') : problem(failure)}
    </Notice>
  );
};

interface ToolsProps {
  view: View;
  onView: (view: View) => void;
  search: string;
  onSearch: (search: string) => void;
  counts: (view: View) => number;
}

const Tools = ({ view, onView, search, onSearch, counts }: ToolsProps) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className="a-rights-tools">
      <span className="a-rights-search">
        <Search className="c-icon" aria-hidden />
        <Input
          type="search"
          aria-label={t('rights.search')}
          placeholder={t('rights.search')}
          data-testid="rights-search"
          value={search}
          onChange={({ target }) => onSearch(target.value)}
        />
      </span>
      <nav className="r-tabs" aria-label={t('rights.views')}>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            data-testid={`rights-view-${each}`}
            aria-current={each === view ? 'page' : undefined}
            onClick={() => onView(each)}
          >
            {t(`rights.view.${each}`)}
            {each !== 'all' && <span className="a-count">{formatNumber(counts(each), language, 0)}</span>}
          </button>
        ))}
      </nav>
    </div>
  );
};

const Legend = () => {
  const { t } = useTranslation('admin');
  return (
    <p className="c-soft a-rights-legend">
      <span>
        <i data-sign="different" aria-hidden /> {t('rights.legend.different')}
      </span>
      <span>
        <i data-sign="unsaved" aria-hidden /> {t('rights.legend.unsaved')}
      </span>
      <span>{t('rights.legend.none')}</span>
      <span>{t('rights.legend.empty')}</span>
      <span className="a-rights-keys">{t('rights.legend.keys')}</span>
    </p>
  );
};
