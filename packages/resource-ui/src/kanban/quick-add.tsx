import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { ApiProblem } from '@coulisse/mfe-kit';
import { Button, Field, useLanguage, useToast, useUiText } from '@coulisse/ui-kit';
import { useOperations, useStale } from '../data/operations';
import { type FieldErrors, fieldErrors } from '../data/problem-fields';
import { createBody, type Draft, isEmpty } from '../data/values';
import { kindOf } from '../fields';
import { fieldNamed } from '../list/columns';
import { useResourceText } from '../locales';
import { useProblemText } from '../problem-text';
import { titleOf } from '../title';

/** More than this is a form, not a line. */
const MOST = 3;

/** A new record stands in the first state, or has the value of the column it is added to. */
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

/** What a creation cannot do without, besides the value of the column. */
export const askedFields = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  field: FieldDescriptor,
  value: string | null,
): FieldDescriptor[] => {
  const given: Draft = { ...screens.overrides.form?.initial, [field.name]: value };
  const label = fieldNamed(descriptor, descriptor.labelField);
  const needed = descriptor.fields.filter(
    (one) => one.required && one.default === undefined && one.type !== 'bool' && one !== label,
  );
  return [...(label ? [label] : []), ...needed].filter(
    (one) =>
      !one.readonly && isEmpty(given[one.name]) && (screens.overrides.visible?.(one.name, given) ?? true),
  );
};

interface QuickAddProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  field: FieldDescriptor;
  value: string | null;
  onClose: () => void;
}

/** A new card where it will stand; what needs more than a few words has the whole form. */
export const QuickAdd = (props: QuickAddProps) => {
  const { descriptor, screens, field, value, onClose } = props;
  const text = useResourceText();
  const uiText = useUiText();
  const fields = askedFields(descriptor, screens, field, value);
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
  const stale = useStale(descriptor);
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
      const given = {
        ...screens.overrides.form?.initial,
        ...(field.name === 'state' ? {} : { [field.name]: value }),
      };
      const made = await operations.create(
        createBody(descriptor.fields, { ...given, ...draft }),
        key.current,
      );
      await stale();
      toast.good(text('record.created', { name: titleOf(descriptor, made, language) }));
      // Ready for the next one.
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
      {fields.map((one) => {
        const { Edit } = kindOf(one);
        return (
          <Field key={one.name} label={one.label[language]} required={one.required} error={errors[one.name]}>
            {(control) => (
              <Edit
                field={one}
                value={draft[one.name]}
                onChange={(next) => setDraft((all) => ({ ...all, [one.name]: next }))}
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
