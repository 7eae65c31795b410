import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, classes, Field, useLanguage } from '@coulisse/ui-kit';
import { Anchored } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { asText, enumOptions, kindOf } from '@coulisse/resource-fields';

/** Where the focus goes after editing a cell: it stays, or a neighbouring cell is edited. */
export type After = 'stay' | 'next' | 'previous' | 'leave';

interface CellEditorProps {
  anchor: () => HTMLElement | null;
  field: FieldDescriptor;
  value: unknown;
  onSave: (value: unknown, after: After) => void;
  onCancel: () => void;
}

/** Inline editor of a cell. Enter saves, Escape cancels, Tab saves and edits the next cell. */
export const CellEditor = (props: CellEditorProps) => (
  <Anchored
    anchor={props.anchor}
    side="over"
    fit
    className={classes('r-cell-editor', kindOf(props.field).large && 'r-cell-editor-large')}
    role="group"
    label={props.field.label[useLanguage()]}
  >
    {props.field.type === 'enumeration' ? <Options {...props} /> : <Input {...props} />}
  </Anchored>
);

const Input = ({ field, value, onSave, onCancel }: CellEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(value);
  // Unmounting fires blur on a form that was already saved or cancelled.
  const done = useRef(false);
  const { Edit, large } = kindOf(field);
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('input, textarea, select, [contenteditable]');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  const finish = (after: After) => {
    if (done.current) return;
    done.current = true;
    onSave(draft, after);
  };
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    // Handled by the list of suggestions or the calendar.
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      done.current = true;
      onCancel();
    } else if (event.key === 'Tab' && !large) {
      event.preventDefault();
      finish(event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Enter' && (!large || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      finish('stay');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish('stay');
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={keys}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) finish('leave');
      }}
    >
      <Field id={id} label={field.label[language]} required hideLabel>
        {(control) => (
          <Edit
            field={field}
            value={draft}
            onChange={setDraft}
            control={{ ...control, 'aria-required': field.required ? true : undefined }}
            errors={{}}
          />
        )}
      </Field>
      {large && (
        <Button kind="main" size="small" type="submit" title="Ctrl Enter">
          {text('form.save')}
        </Button>
      )}
    </form>
  );
};

/** Options shown directly as a list, so that one click chooses. */
const Options = ({ field, value, onSave, onCancel }: CellEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const current = asText(value);
  const options = [
    ...(field.required ? [] : [{ value: '', label: text('record.empty') }]),
    ...enumOptions(field, language),
  ];
  useEffect(() => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
    (items.find((item) => item.getAttribute('aria-selected') === 'true') ?? items[0])?.focus();
  }, []);
  const done = useRef(false);
  const choose = (next: string, after: After) => {
    done.current = true;
    onSave(next || null, after);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
    const focusedIndex = items.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      items[(focusedIndex + step + items.length) % items.length]?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      done.current = true;
      onCancel();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      choose(options[focusedIndex]?.value ?? current, event.shiftKey ? 'previous' : 'next');
    }
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={field.label[language]}
      onKeyDown={keys}
      onBlur={(event) => {
        if (!done.current && !event.currentTarget.contains(event.relatedTarget)) onCancel();
      }}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="option"
          aria-selected={option.value === current}
          tabIndex={-1}
          className="c-menu-item"
          onClick={() => choose(option.value, 'stay')}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
};
