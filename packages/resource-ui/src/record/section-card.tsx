import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceRow, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, type Language, useLanguage } from '@coulisse/ui-kit';
import { inputId, isEmpty, type RecordAnswer, useResourceText } from '@coulisse/resource-client';
import { kindOf, RelatedActions, useRelatedQuery, useRelatedTarget } from '@coulisse/resource-fields';
import { isDocumentLines } from '../document/document-fields';
import { RecordLines } from '../document/record-lines';
import { InlineEditor, InlineField } from './inline-field';
import { inColumns, type Section } from './sections';
import type { InlineEdits } from './use-inline-edits';

export interface SectionCardProps {
  section: Section;
  /** The visible fields of the section. */
  fields: readonly FieldDescriptor[];
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  edits: InlineEdits;
  closed: boolean;
  onToggle: () => void;
  /** Whether lines of a document have unsaved changes. */
  onDirtyLines: (isDirty: boolean) => void;
}

/** A collapsible section of the record; values are edited inline. */
export const SectionCard = (props: SectionCardProps) => {
  if (props.section.table?.type === 'related')
    return <RelatedSection {...props} field={props.section.table} />;
  if (props.section.table && isDocumentLines(props.section.table))
    return <DocumentSection {...props} field={props.section.table} />;
  if (props.section.table) return <LinesSection {...props} field={props.section.table} />;
  return props.section.totals ? <Totals {...props} /> : <FieldsSection {...props} />;
};

interface FrameProps {
  section: Section;
  title: ReactNode;
  closed: boolean;
  onToggle: () => void;
  table?: boolean;
  /** What a closed section says of its content. */
  summary?: string;
  actions?: ReactNode;
  children: ReactNode;
}

const Frame = ({ section, title, closed, onToggle, table, summary, actions, children }: FrameProps) => {
  const id = useId();
  return (
    <section
      className="r-section"
      id={`section-${section.key}`}
      data-table={(table && !closed) || undefined}
      data-closed={closed || undefined}
    >
      <h2>
        <button
          type="button"
          className="r-section-title"
          aria-expanded={!closed}
          aria-controls={id}
          onClick={onToggle}
        >
          <ChevronDown className="c-icon" aria-hidden />
          {title}
        </button>
        {closed && summary ? <small className="r-section-summary c-faint">{summary}</small> : null}
        {!closed && actions}
      </h2>
      <div id={id} hidden={closed}>
        {!closed && children}
      </div>
    </section>
  );
};

/** « Libellé : valeur · … » of the fields that are set: a closed section hides nothing that decides. */
const setValues = (fields: readonly FieldDescriptor[], record: ResourceRow, language: Language): string =>
  fields
    .flatMap((field) => {
      const value = record[field.name];
      const shown = isEmpty(value) || value === false ? '' : kindOf(field).text(value, field, language);
      return shown ? [`${field.label[language]}${language === 'fr' ? '\u00a0' : ''}: ${shown}`] : [];
    })
    .join(' · ');

const FieldsSection = ({
  section,
  fields,
  descriptor,
  screens,
  record,
  edits,
  closed,
  onToggle,
}: SectionCardProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const moduleText = useTranslation(screens.module).t;
  const first = fields.find((field) => !field.readonly);
  const mayEdit = descriptor.may.update;
  const edit = () => {
    if (!first) return;
    if (screens.edit)
      void navigate(`${screens.edit(record.id)}${window.location.search}#${inputId(first.name)}`);
    else edits.open(first.name);
  };
  return (
    <Frame
      section={section}
      title={section.title ? moduleText(section.title) : text('record.general')}
      closed={closed}
      onToggle={onToggle}
      summary={setValues(fields, edits.shown, language)}
      actions={
        mayEdit &&
        first && (
          <Button
            kind="quiet"
            size="small"
            className="c-push"
            data-testid={`edit-${section.key}`}
            onClick={edit}
          >
            {text('record.edit')}
          </Button>
        )
      }
    >
      <div className="r-sheet">
        {inColumns(fields).map((run, index) => (
          <div key={index} className="r-run" data-wide={run.wide || undefined}>
            {run.columns.map((column) => (
              <dl key={column[0]?.name} className="r-fields">
                {column.map((field) => (
                  <InlineField key={field.name} field={field} edits={edits} mayEdit={mayEdit} />
                ))}
              </dl>
            ))}
          </div>
        ))}
      </div>
    </Frame>
  );
};

/** Names of the main totals, which are emphasised: not those excluding tax, nor partial sums. */
const WHOLE = /total(?!.*(ht|net|tax|vat))|due$/i;

/** Totals derived from the lines, right-aligned. */
const Totals = ({ fields, edits }: SectionCardProps) => {
  const language = useLanguage();
  return (
    <section className="r-section r-sum">
      <dl>
        {fields.map((field) => (
          <div key={field.name} data-total={WHOLE.test(field.name) || undefined}>
            <dt>{field.label[language]}</dt>
            <dd className="c-num">{kindOf(field).text(edits.shown[field.name], field, language) || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const LinesSection = ({
  section,
  descriptor,
  edits,
  closed,
  onToggle,
  field,
}: SectionCardProps & { field: FieldDescriptor }) => {
  const text = useResourceText();
  const language = useLanguage();
  const edit = edits.edits[field.name];
  const { Show } = kindOf(field);
  return (
    <Frame
      section={section}
      title={field.label[language]}
      closed={closed && !edit}
      onToggle={onToggle}
      table={!edit}
      actions={
        descriptor.may.update &&
        !field.readonly &&
        !edit && (
          <Button
            kind="quiet"
            size="small"
            className="c-push"
            id={`edit-${field.name}`}
            data-testid={`edit-${section.key}`}
            busy={edits.isSaving(field.name)}
            onClick={() => edits.open(field.name)}
          >
            {text('record.edit')}
          </Button>
        )
      }
    >
      {edit ? (
        <InlineEditor field={field} edit={edit} edits={edits} />
      ) : (
        <Show field={field} value={edits.shown[field.name]} />
      )}
    </Frame>
  );
};

const DocumentSection = ({
  section,
  descriptor,
  record,
  closed,
  onToggle,
  onDirtyLines,
  field,
}: SectionCardProps & { field: FieldDescriptor }) => (
  <Frame section={section} title={field.label[useLanguage()]} closed={closed} onToggle={onToggle} table>
    <RecordLines descriptor={descriptor} record={record} field={field} onDirty={onDirtyLines} />
  </Frame>
);

const RelatedSection = ({
  section,
  record,
  closed,
  onToggle,
  field,
}: SectionCardProps & { field: FieldDescriptor }) => {
  const language = useLanguage();
  const target = useRelatedTarget(field);
  const query = useRelatedQuery(field, target, record.id);
  const { Show } = kindOf(field);
  // Hidden when the user may not read the related resource.
  if (!target) return null;
  const total = query.data?.page.total;
  return (
    <Frame
      section={section}
      title={
        <>
          {field.label[language]}
          {total ? <span className="c-faint r-number">{total}</span> : null}
        </>
      }
      closed={closed}
      onToggle={onToggle}
      table
      actions={<RelatedActions field={field} id={record.id} />}
    >
      <Show field={field} value={null} />
    </Frame>
  );
};
