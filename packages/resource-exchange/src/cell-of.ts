import { DEFAULT_TIME_ZONE, type Language } from '@coulisse/contracts';
import type { FieldSpec, Label } from '@coulisse/resource';
import type { Cell } from './cell';
import { cellText } from './cell-text';
import { codeLabel } from './codes';
import { joinValues } from './list-text';

/** Labels of the values of an enumeration. */
export type ValueLabels = Readonly<Record<string, Label>>;
/** A referenced record, as responses contain it. */
interface Reference {
  readonly id: string;
  readonly label: string | null;
}

const text = (value: string): Cell => ({ kind: 'text', text: value });
/** The label of a reference, or its id when it has none: an import finds the record by either. */
const named = ({ id, label }: Reference) => label ?? id;

/** The cell for a served value. References and choices are written as their labels, instants in the zone of the tenant. */
export function cellOf(
  spec: FieldSpec,
  value: unknown,
  language: Language,
  labels: ValueLabels = {},
  zone: string = DEFAULT_TIME_ZONE,
): Cell {
  if (value === null || value === undefined) return null;
  switch (spec.kind) {
    case 'int':
    case 'decimal':
    case 'money':
    case 'percent':
      return { kind: 'number', value: String(value) };
    case 'duration':
      return { kind: 'duration', minutes: Number(value) };
    case 'bool':
      return { kind: 'bool', value: value === true };
    case 'date':
      return { kind: 'date', day: String(value) };
    case 'datetime':
      return { kind: 'datetime', instant: String(value), zone };
    case 'time':
      return { kind: 'time', time: String(value) };
    case 'enumeration':
      return text(labels[String(value)]?.[language] ?? String(value));
    case 'country':
    case 'language':
    case 'currency':
      return text(codeLabel(spec.kind, String(value), language));
    case 'ref':
    case 'file':
    case 'image':
      return text(named(value as Reference));
    case 'refs':
      return text(joinValues((value as Reference[]).map(named)));
    case 'list': {
      const of = spec.of ?? { kind: 'text' as const };
      const items = (value as unknown[]).map((item) =>
        cellText(cellOf(of, item, language, labels, zone), language),
      );
      return text(joinValues(items));
    }
    case 'json':
      return text(JSON.stringify(value));
    default:
      return text(String(value));
  }
}
