import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  ApiProblem,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
} from '@coulisse/mfe-kit';
import { Button, Field, useLanguage, useToast, useUiText } from '@coulisse/ui-kit';
import {
  createBody,
  type Draft,
  fieldErrors,
  type FieldErrors,
  fieldNamed,
  isEmpty,
  useInvalidateResource,
  useOperations,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import { kindOf, titleOf } from '@coulisse/resource-fields';

/** With more fields than this, the full form is offered. */
const MOST = 3;

/** Whether a record can be created in a column: in the first state, or with the value of the column. */
export const mayAddTo = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  field: FieldDescriptor,
  value: string | null,
): boolean => {
  if (!descriptor.may.create || screens.overrides.form?.right) return false;
  if (field.name === 'state') return value === descriptor.lifecycle?.states[0];
  return !field.readonly && (value !== null || !field.required);
};

/** Required fields of a creation, besides the field of the column. */
export const requiredFields = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  field: FieldDescriptor,
  value: string | null,
): FieldDescriptor[] => {
  const initialValues: Draft = { ...screens.overrides.form?.initial, [field.name]: value };
  const label = fieldNamed(descriptor, descriptor.labelField);
  const needed = descriptor.fields.filter(
    (candidate) =>
      candidate.required &&
      candidate.default === undefined &&
      candidate.type !== 'bool' &&
      candidate !== label,
  );
  return [...(label ? [label] : []), ...needed].filter(
    (candidate) =>
      !candidate.readonly &&
      isEmpty(initialValues[candidate.name]) &&
      (screens.overrides.visible?.(candidate.name, initialValues) ?? true),
  );
};

interface QuickAddProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  field: FieldDescriptor;
  value: string | null;
  onClose: () => void;
}

/** Form for a new card in its column; links to the full form when more than a few fields are required. */
export const QuickAdd = (props: QuickAddProps) => {
  const { descriptor, screens, field, value, onClose } = props;
  const text = useResourceText();
  const uiText = useUiText();
  const fields = requiredFields(descriptor, screens, field, value);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select, a')?.focus(), []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  const simple =
    fields.length > 0 && fields.length <= MOST && fields.every(({ type }) => type !== 'children');
  const set =
    field.name === 'state' || value === null ? '' : `?set.${field.name}=${encodeURIComponent(value)}`;
  return (
    <div className="r-card r-quick-add" ref={form} onKeyDown={leave}>
      {simple ? (
        <QuickForm {...props} fields={fields} />
      ) : (
        <>
          <p className="c-soft">{text('kanban.add.form')}</p>
          <div className="c-actions">
            <Link className="c-button" data-kind="main" data-size="small" to={`${screens.add}${set}`}>
              {text('kanban.add.open')}
            </Link>
            <Button kind="quiet" size="small" onClick={onClose}>
              {uiText('action.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
};

const QuickForm = ({
  descriptor,
  screens,
  field,
  value,
  fields,
  onClose,
}: QuickAddProps & { fields: readonly FieldDescriptor[] }) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const stale = useInvalidateResource(descriptor);
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const box = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fields.every(({ name }) => isEmpty(draft[name]))) return;
    setBusy(true);
    try {
      const initialValues = {
        ...screens.overrides.form?.initial,
        ...(field.name === 'state' ? {} : { [field.name]: value }),
      };
      const made = await operations.create(
        createBody(descriptor.fields, { ...initialValues, ...draft }),
        key.current,
      );
      await stale();
      toast.good(text('record.created', { name: titleOf(descriptor, made, language) }));
      // Reset for the next card.
      setDraft({});
      setErrors({});
      setFailure(null);
      box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    } catch (refused) {
      const found = refused instanceof ApiProblem ? fieldErrors(refused.errors) : {};
      setErrors(found);
      const elsewhere = Object.entries(found).filter(([place]) => !fields.some(({ name }) => name === place));
      setFailure(
        Object.keys(found).length === 0
          ? problem(refused)
          : elsewhere.map(([, detail]) => detail).join(' ') || null,
      );
    } finally {
      key.current = crypto.randomUUID();
      setBusy(false);
    }
  };
  return (
    <form ref={box} onSubmit={(event) => void submit(event)} noValidate>
      {fields.map((shownField) => {
        const { Edit } = kindOf(shownField);
        return (
          <Field
            key={shownField.name}
            label={shownField.label[language]}
            required={shownField.required}
            error={errors[shownField.name]}
          >
            {(control) => (
              <Edit
                field={shownField}
                value={draft[shownField.name]}
                onChange={(next) => setDraft((all) => ({ ...all, [shownField.name]: next }))}
                control={control}
                errors={errors}
              />
            )}
          </Field>
        );
      })}
      {failure && (
        <span className="c-error" role="alert">
          {failure}
        </span>
      )}
      <div className="c-actions">
        <Button kind="main" size="small" type="submit" busy={busy} data-testid="quick-add-save">
          {text('kanban.add.save')}
        </Button>
        <Button kind="quiet" size="small" onClick={onClose}>
          {uiText('action.cancel')}
        </Button>
      </div>
    </form>
  );
};
