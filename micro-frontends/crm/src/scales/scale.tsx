import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  screenPath,
  useApi,
  useResource,
} from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  EmptyState,
  Field,
  Notice,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure, kindOf, Unavailable } from '@coulisse/resource-fields';
import type { Band } from '../api-types';
import { useLabelColors } from '../third-parties/label-color';
import { bandsOf, clashes, endOf, inOrder, type Row, rowsOf } from './scale-draft';

export interface ScaleProps {
  resource: string;
  /** Field of the record that holds the start of a band. */
  from: string;
  /** Fixed end of the scale; null where it has none. */
  top: string | null;
}

/** Edits all bands of a scale at once: moving a limit changes both its neighbours. */
export const Scale = (props: ScaleProps) => {
  const api = useApi();
  const descriptor = useResource(props.resource);
  const query = useQuery({
    queryKey: ['list', props.resource, 'bands'],
    queryFn: async ({ signal }) =>
      (await api.get<{ bands: Band[] }>(`${descriptor?.path}/_bands`, { signal })).bands,
    enabled: descriptor !== null,
  });
  const field = descriptor?.fields.find(({ name }) => name === props.from);
  if (!descriptor || !field) return <Unavailable />;
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={6} />;
  return (
    <ScaleForm
      key={JSON.stringify(query.data)}
      {...props}
      descriptor={descriptor}
      field={field}
      bands={query.data}
    />
  );
};

interface ScaleFormProps extends ScaleProps {
  descriptor: ResourceDescriptor;
  field: FieldDescriptor;
  bands: Band[];
}

const ScaleForm = ({ resource, descriptor, field, bands, top }: ScaleFormProps) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const [rows, setRows] = useState(() => inOrder(rowsOf(bands)));
  const end = top ?? endOf(bands);
  const wrong = clashes(rows, end);
  const next = bandsOf(rows, end);
  const save = useSave(descriptor);
  const list = screenPath(descriptor);
  const may = descriptor.may.update;
  return (
    <div className="k-page k-narrow">
      <nav className="r-crumb">
        <Link to={list}>{descriptor.plural[language]}</Link>
      </nav>
      <header className="k-head">
        <h1>{t(`scale.title.${resource}`)}</h1>
        <p className="c-soft">{t(`scale.intro.${resource}`)}</p>
      </header>
      {rows.length === 0 ? (
        <EmptyState
          title={t('scale.none')}
          actions={
            <Link className="c-button" data-kind="main" to={`${list}/add`}>
              {descriptor.new[language]}
            </Link>
          }
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (wrong.size === 0) save.mutate(next);
          }}
        >
          <Card>
            <div className="k-scale-head" aria-hidden>
              <span>{descriptor.label[language]}</span>
              <span>{field.label[language]}</span>
            </div>
            <ul role="list" className="k-scale">
              {rows.map((row) => (
                <BandRow
                  key={row.id}
                  row={row}
                  resource={resource}
                  field={field}
                  end={next.find(({ id }) => id === row.id)?.max ?? null}
                  wrong={wrong.has(row.id)}
                  disabled={!may}
                  onChange={(from) =>
                    setRows(rows.map((other) => (other.id === row.id ? { ...other, from } : other)))
                  }
                />
              ))}
            </ul>
          </Card>
          {save.isError && (
            <Notice tone="bad">
              <SaveProblem failure={save.error} />
            </Notice>
          )}
          {may && (
            <footer className="r-form-foot">
              <Button kind="main" type="submit" busy={save.isPending} disabled={wrong.size > 0}>
                {t('scale.save')}
              </Button>
              <Link className="c-button" data-kind="quiet" to={list}>
                {t('merge.cancel')}
              </Link>
            </footer>
          )}
        </form>
      )}
    </div>
  );
};

const SaveProblem = ({ failure }: { failure: unknown }) => <>{useProblemText()(failure)}</>;

interface BandRowProps {
  row: Row;
  resource: string;
  field: FieldDescriptor;
  end: string | null;
  wrong: boolean;
  disabled: boolean;
  onChange: (from: string | null) => void;
}

const BandRow = ({ row, resource, field, end, wrong, disabled, onChange }: BandRowProps) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const color = useLabelColors(resource).get(row.id);
  const { Edit, text } = kindOf(field);
  return (
    <li>
      <span className="k-scale-name">
        <i aria-hidden style={{ background: color ?? 'var(--line)' }} />
        {row.name}
      </span>
      <Field
        label={t('scale.from', { name: row.name })}
        hideLabel
        error={wrong ? t('scale.clash') : undefined}
      >
        {(control) => (
          <Edit
            field={field}
            value={row.from}
            onChange={(value) => onChange(typeof value === 'string' && value !== '' ? value : null)}
            control={control}
            disabled={disabled}
            errors={{}}
          />
        )}
      </Field>
      <span className="c-soft k-scale-end">
        {row.from === null
          ? t('scale.out')
          : end === null
            ? t('scale.open')
            : t('scale.until', { end: text(end, field, language) })}
      </span>
    </li>
  );
};

const useSave = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const toast = useToast();
  const { t } = useTranslation('crm');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bands: Band[]) =>
      api.put(`${descriptor.path}/_bands`, { bands: bands.map(({ id, min, max }) => ({ id, min, max })) }),
    onSuccess: async () => {
      toast.good(t('scale.saved'));
      await Promise.all(
        ['list', 'record', 'history'].map((kind) =>
          client.invalidateQueries({ queryKey: [kind, descriptor.name] }),
        ),
      );
    },
  });
};
