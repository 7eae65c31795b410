import { systemColumns } from './columns';
import type { FieldKind, Fields, FieldSpec } from './field';
import type { Texts } from './locale-keys';
import { isWritable, transitionRight, type ResourceDefinition, type Tone } from './resource';

export interface Label {
  readonly fr: string;
  readonly en: string;
}
export interface FieldDescriptor {
  readonly name: string;
  readonly type: FieldKind;
  readonly required: boolean;
  readonly readonly?: true;
  readonly unique?: true;
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly enumLabels?: Readonly<Record<string, Label>>;
  readonly ref?: string;
  readonly entity?: string;
  readonly fields?: readonly FieldDescriptor[];
  /** What a list holds. */
  readonly of?: FieldKind;
  readonly searchable?: true;
  readonly sortable?: true;
  readonly label: Label;
  readonly help?: Label;
}
/** What a front needs to draw the screens of a resource, and nothing else. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly path: string;
  readonly label: Label;
  readonly plural: Label;
  readonly new: Label;
  readonly labelField: string;
  readonly sort: string;
  readonly fields: readonly FieldDescriptor[];
  readonly list: readonly string[];
  readonly may: Readonly<Record<'read' | 'create' | 'update' | 'delete', boolean>>;
  readonly lifecycle?: {
    readonly states: readonly string[];
    readonly stateLabels: Readonly<Record<string, Label>>;
    readonly tones: Readonly<Record<string, Tone>>;
    readonly transitions: readonly {
      name: string;
      from: readonly string[];
      to: string;
      label: Label;
      may: boolean;
    }[];
  };
}

const SYSTEM_LABELS: Record<string, Label> = {
  createdAt: { fr: 'Créé le', en: 'Created' },
  updatedAt: { fr: 'Modifié le', en: 'Changed' },
};
/** Kinds that a list can be ordered by. */
export const isSortable = ({ kind }: FieldSpec) =>
  !['json', 'refs', 'list', 'children', 'longText'].includes(kind);

export function describeResourceFor(
  resource: ResourceDefinition,
  texts: { fr: Texts; en: Texts },
  may: (right: string) => boolean,
): ResourceDescriptor {
  const label = (key: string): Label => ({ fr: texts.fr[key] ?? key, en: texts.en[key] ?? key });
  const labels = (prefix: string, values: readonly string[]) =>
    Object.fromEntries(values.map((value) => [value, label(`${prefix}.${value}`)]));

  const field = (key: string, name: string, spec: FieldSpec, writable: boolean): FieldDescriptor => {
    const values = spec.values ?? spec.of?.values;
    return {
      name,
      type: spec.kind,
      required: !!spec.required,
      ...(writable ? {} : { readonly: true }),
      ...(spec.unique ? { unique: true } : {}),
      ...(spec.min === undefined ? {} : { min: spec.min }),
      ...(spec.max === undefined ? {} : { max: spec.max }),
      ...(spec.default === undefined ? {} : { default: spec.default }),
      ...(values ? { enum: values, enumLabels: labels(key, values) } : {}),
      ...(spec.target ? { ref: spec.target } : {}),
      ...(spec.entity ? { entity: spec.entity } : {}),
      ...(spec.fields ? { fields: inner(key, spec.fields) } : {}),
      ...(spec.of ? { of: spec.of.kind } : {}),
      ...(spec.searchable ? { searchable: true } : {}),
      ...(isSortable(spec) ? { sortable: true } : {}),
      label: SYSTEM_LABELS[name] ?? label(key),
      ...(spec.help ? { help: label(`${key}.help`) } : {}),
    };
  };
  const inner = (prefix: string, fields: Fields) =>
    Object.entries(fields).map(([name, { spec }]) => field(`${prefix}.${name}`, name, spec, !spec.readonly));

  const { name, lifecycle, operations, rights } = resource;
  const allowed = (operation: 'read' | 'create' | 'update' | 'delete') =>
    operations.includes(operation) && may(`${rights}.${operation}`);
  return {
    name,
    path: `/b/api/${resource.path}`,
    label: label(name),
    plural: label(`${name}.plural`),
    new: label(`${name}.new`),
    labelField: resource.label,
    sort: resource.sort,
    fields: [
      ...Object.entries(resource.fields).map(([key, { spec }]) =>
        field(`${name}.${key}`, key, spec, isWritable(resource, key)),
      ),
      ...systemColumns(resource).map((column) =>
        field(`${name}.${column.field}`, column.field, column.spec, false),
      ),
    ],
    list: resource.list,
    may: {
      read: allowed('read'),
      create: allowed('create'),
      update: allowed('update'),
      delete: allowed('delete'),
    },
    ...(lifecycle && {
      lifecycle: {
        states: lifecycle.states,
        stateLabels: labels(`${name}.state`, lifecycle.states),
        tones: Object.fromEntries(
          lifecycle.states.map((state) => [state, lifecycle.tones?.[state] ?? 'neutral']),
        ),
        transitions: Object.entries(lifecycle.transitions).map(([transition, { from, to }]) => ({
          name: transition,
          from,
          to,
          label: label(`${name}.action.${transition}`),
          may: may(transitionRight(resource, transition)),
        })),
      },
    }),
  };
}
