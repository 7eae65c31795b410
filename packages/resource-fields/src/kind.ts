import type { ComponentType } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { FieldControl, Language } from '@coulisse/ui-kit';
import type { FieldErrors, FilterOp } from '@coulisse/resource-client';

export interface ShowProps {
  field: FieldDescriptor;
  value: unknown;
  /** In a table cell: one line, without links, since the row is a link. */
  compact?: boolean;
}

export interface EditProps {
  field: FieldDescriptor;
  value: unknown;
  onChange: (value: unknown) => void;
  control: FieldControl;
  disabled?: boolean;
  /** Errors of the whole form, for kinds with inner fields. */
  errors: FieldErrors;
}

/** How one kind of field is shown, edited, written as text and filtered. One file per kind. */
export interface FieldKindView {
  Show: ComponentType<ShowProps>;
  Edit: ComponentType<EditProps>;
  /** Plain text: exports, filter chips, history. */
  text: (value: unknown, field: FieldDescriptor, language: Language) => string;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** Spans both columns of a record's page. */
  wide?: boolean;
  /** Renders its own label (a table, a checkbox). */
  ownLabel?: boolean;
  /** Several controls or lines, which use Enter themselves: inline editing saves with a button. */
  large?: boolean;
  /**
   * Text key of the error of a value that is complete, or that the user has `left`; null while typing may still make
   * it valid. The server validates it again.
   */
  check?: (value: unknown, left: boolean) => string | null;
  /** Filter operators; none: the field cannot be filtered. */
  filters: readonly FilterOp[];
}

export const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);
