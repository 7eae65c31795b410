import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Anchored, Button, classes, Field, useLanguage } from '@coulisse/ui-kit';
import { asText } from '../fields/kind';
import { kindOf } from '../fields';
import { enumOptions } from '../fields/enumeration-field';
import { useResourceText } from '../locales';

/** Where the focus goes once the cell is done: it stays, or the next cell is edited. */
export type After = 'stay' | 'next' | 'previous' | 'leave';

interface CellEditorProps {
  anchor: () => HTMLElement | null;
  field: FieldDescriptor;
  value: unknown;
  onSave: (value: unknown, after: After) => void;
  onCancel: () => void;
}

/** The value of a cell, edited where it stands. Enter saves, Escape leaves it, Tab goes to the next. */
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
  // Leaving the page takes the focus from a form that is done already.
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
    // The list of suggestions or the calendar took it.
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

/** One press chooses: a list under a list would be one step too many. */
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
    const here = items.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      items[(here + step + items.length) % items.length]?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      done.current = true;
      onCancel();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      choose(options[here]?.value ?? current, event.shiftKey ? 'previous' : 'next');
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
