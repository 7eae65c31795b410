import { Check, CircleAlert, Pencil, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, useLanguage } from '@coulisse/ui-kit';
import { inputId, isEmpty, useResourceText } from '@coulisse/resource-client';
import { EmptyValue, kindOf } from '@coulisse/resource-fields';
import { buttonId } from './inline-order';
import { MaskedValue } from './masked-value';
import type { InlineEdit, InlineEdits } from './use-inline-edits';

interface InlineFieldProps {
  field: FieldDescriptor;
  edits: InlineEdits;
  mayEdit: boolean;
}

/** A value that is edited inline. */
export const InlineField = ({ field, edits, mayEdit }: InlineFieldProps) => {
  const language = useLanguage();
  const edit = edits.edits[field.name];
  const label = field.label[language];
  return (
    <div
      className="r-inline"
      data-wide={kindOf(field).wide || undefined}
      data-editing={edit ? true : undefined}
      data-testid={`value-${field.name}`}
    >
      <dt>{edit ? <label htmlFor={inputId(field.name)}>{label}</label> : label}</dt>
      <dd>
        {edit ? (
          <InlineEditor field={field} edit={edit} edits={edits} />
        ) : (
          <InlineValue field={field} edits={edits} mayEdit={mayEdit && !field.readonly} />
        )}
      </dd>
    </div>
  );
};

const InlineValue = ({ field, edits, mayEdit }: InlineFieldProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { Show } = kindOf(field);
  const value = edits.shown[field.name];
  const open = () => edits.open(field.name);
  const click = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button');
    // Selecting text is not a click.
    if (mayEdit && !onControl && !String(window.getSelection())) open();
  };
  const masked = edits.shown._masked?.includes(field.name);
  return (
    <div className="r-value" data-editable={mayEdit || undefined} onClick={click}>
      {masked ? (
        <MaskedValue field={field} />
      ) : isEmpty(value) ? (
        <EmptyValue field={field} />
      ) : (
        <Show field={field} value={value} />
      )}
      {edits.isSaved(field.name) && (
        <span className="r-value-saved" role="status">
          <Check className="c-icon" aria-hidden />
          <span className="c-hidden">{text('record.fieldSaved', { field: field.label[language] })}</span>
        </span>
      )}
      {edits.isSaving(field.name) && <span className="c-spinner r-value-saving" aria-hidden />}
      {mayEdit && (
        <button
          type="button"
          id={buttonId(field.name)}
          className="r-value-edit"
          aria-label={text('record.editField', { field: field.label[language] })}
          onClick={open}
        >
          <Pencil className="c-icon" aria-hidden />
        </button>
      )}
    </div>
  );
};

interface InlineEditorProps {
  field: FieldDescriptor;
  edit: InlineEdit;
  edits: InlineEdits;
}

/** Popups of a control (suggestions, calendar), which handle Enter and Escape first. */
const PANELS = '.c-picker-panel, .c-date-panel';

export const InlineEditor = ({ field, edit, edits }: InlineEditorProps) => {
  const text = useResourceText();
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const { Edit, check, large } = kindOf(field);
  const { name } = field;
  const wrong = check?.(edit.value, edit.left);
  const error = edit.errors[name] ?? edit.message ?? (wrong ? text(wrong) : null);
  const id = inputId(name);

  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const panel = root.current?.querySelector(PANELS);
    if (event.key === 'Escape') {
      // Escape must not discard a changed long text.
      if (panel || (large && edits.isChanged(name))) return;
      edits.cancel(name);
    } else if (event.key === 'Enter' && !large && !panel) edits.commit(name, 'stay');
    else if (event.key === 'Tab' && !large) edits.commit(name, event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** In the capture phase, before a text editor inserts a line break. */
  const submit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    edits.commit(name, 'stay');
  };
  const blur = (event: FocusEvent) => {
    const inside = root.current?.contains(event.relatedTarget) || pressed.current;
    // The window lost the focus: neither saved nor cancelled.
    if (large || inside || !document.hasFocus()) return;
    edits.commit(name, 'leave');
  };
  const actions = (
    <InlineActions
      large={Boolean(large)}
      onSave={() => edits.commit(name, 'stay')}
      onCancel={() => edits.cancel(name)}
    />
  );
  return (
    <div
      ref={root}
      className="r-inline-editor"
      onKeyDownCapture={submit}
      onKeyDown={keys}
      onBlur={blur}
      onPointerDown={() => {
        pressed.current = true;
        setTimeout(() => {
          pressed.current = false;
        }, 0);
      }}
    >
      <div className="r-inline-control">
        <Edit
          field={field}
          value={edit.value}
          onChange={(value) => edits.change(name, value)}
          errors={edit.errors}
          control={{
            id,
            'aria-invalid': error ? true : undefined,
            'aria-required': field.required || undefined,
            'aria-describedby': error ? `${id}-error` : undefined,
          }}
        />
        {!large && actions}
      </div>
      {error && (
        <span className="c-error" id={`${id}-error`} role="alert">
          <CircleAlert className="c-icon" aria-hidden />
          <span>{error}</span>
        </span>
      )}
      <InlineHelp field={field} />
      {large && actions}
    </div>
  );
};

const InlineHelp = ({ field }: { field: FieldDescriptor }) => {
  const text = useResourceText();
  const language = useLanguage();
  if (field.secret) return <span className="c-help">{text('field.secret.help')}</span>;
  return field.help ? <span className="c-help">{field.help[language]}</span> : null;
};

interface InlineActionsProps {
  large: boolean;
  onSave: () => void;
  onCancel: () => void;
}

const InlineActions = ({ large, onSave, onCancel }: InlineActionsProps) => {
  const text = useResourceText();
  if (large)
    return (
      <div className="c-actions r-inline-foot">
        <Button kind="main" size="small" title="Ctrl Enter" data-testid="section-save" onClick={onSave}>
          {text('form.save')}
        </Button>
        <Button kind="quiet" size="small" onClick={onCancel}>
          {text('form.cancel')}
        </Button>
      </div>
    );
  return (
    <span className="r-inline-actions">
      <Button
        kind="quiet"
        square
        aria-label={text('form.save')}
        title={`${text('form.save')} (Enter)`}
        icon={<Check aria-hidden />}
        onClick={onSave}
      />
      <Button
        kind="quiet"
        square
        aria-label={text('form.cancel')}
        title={`${text('form.cancel')} (Esc)`}
        icon={<X aria-hidden />}
        onClick={onCancel}
      />
    </span>
  );
};
