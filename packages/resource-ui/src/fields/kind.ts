import type { ComponentType } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { FieldControl, Language } from '@coulisse/ui-kit';
import type { FilterOp } from '../data/list-state';
import type { FieldErrors } from '../data/problem-fields';

export interface ShowProps {
  field: FieldDescriptor;
  value: unknown;
  /** In a cell: no link inside the link of the row, one line. */
  compact?: boolean;
}

export interface EditProps {
  field: FieldDescriptor;
  value: unknown;
  onChange: (value: unknown) => void;
  control: FieldControl;
  disabled?: boolean;
  /** Errors of the whole form, for kinds that have fields inside. */
  errors: FieldErrors;
}

/** How one kind of field is shown, edited, written as text and filtered. One file per kind. */
export interface FieldKindView {
  Show: ComponentType<ShowProps>;
  Edit: ComponentType<EditProps>;
  /** Plain text: exports, filter chips, history. */
  text: (value: unknown, field: FieldDescriptor, language: Language) => string;
  /** Numbers line up on their right. */
  numeric?: boolean;
  /** Takes both columns of a record. */
  wide?: boolean;
  /** Brings its own labels (a table, a box with its text). */
  ownLabel?: boolean;
  /** Several controls or lines: Enter belongs to them, so that only a button saves in place. */
  large?: boolean;
  /**
   * Key of the text that says what is wrong with a value as soon as it is complete, or `left` by whoever typed it;
   * null while it may still become right. The server has the last word.
   */
  check?: (value: unknown, left: boolean) => string | null;
  /** Comparisons that a filter offers; none = not filtered. */
  filters: readonly FilterOp[];
}

export const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);
