import { systemColumns } from './columns';
import { featuresOf, summedFields, type Features } from './features';
import type { FieldKind, Fields, FieldSpec } from './field';
import { isFilterable, isSortable } from './kinds';
import { historyActions, type Texts } from './locale-keys';
import { isWritable, transitionRight, type Operation, type ResourceDefinition, type Tone } from './resource';

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
  readonly decimals?: number;
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
  readonly filterable?: true;
  /** Masked until revealed. */
  readonly sensitive?: true;
  /** Field of the related records that points back. */
  readonly by?: string;
  /** Values of fields that the records to choose from have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Media types that a file may have. */
  readonly accept?: readonly string[];
  readonly label: Label;
  readonly help?: Label;
}
export type Ability = 'read' | 'create' | 'update' | 'delete' | 'export' | 'import' | 'reveal';
/** What a front needs to draw the screens of a resource, and nothing else. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly path: string;
  /** Prefix of its rights; files of its records are stored under it. */
  readonly rights: string;
  readonly label: Label;
  readonly plural: Label;
  readonly new: Label;
  readonly labelField: string;
  readonly sort: string;
  readonly fields: readonly FieldDescriptor[];
  readonly list: readonly string[];
  /** Columns whose sum the list shows. */
  readonly sums: readonly string[];
  readonly features: Features;
  readonly may: Readonly<Record<Ability, boolean>>;
  /** What the service tells of its own deeds in a history: `a encaissé le paiement`, by action. */
  readonly told?: Readonly<Record<string, Label>>;
  readonly variantOf?: string;
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
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
      /** Done by itself: no button. */
      auto?: true;
      bulk: boolean;
      confirm?: true;
      /** Words of the question before it: what does it, and what leaves everything as it is. */
      words?: { readonly confirm: Label; readonly keep: Label };
    }[];
  };
}

const SYSTEM_LABELS: Record<string, Label> = {
  createdAt: { fr: 'Créé le', en: 'Created' },
  updatedAt: { fr: 'Modifié le', en: 'Changed' },
};
export function describeResourceFor(
  resource: ResourceDefinition,
  texts: { fr: Texts; en: Texts },
  may: (right: string) => boolean,
): ResourceDescriptor {
  const { name, lifecycle, operations, rights, variantOf, fixed } = resource;
  /** A variant says what it has its own words for; the rest is its base's. */
  const text = (language: 'fr' | 'en', key: string) =>
    texts[language][key] ??
    (variantOf && key.startsWith(`${name}.`)
      ? texts[language][variantOf + key.slice(name.length)]
      : undefined) ??
    key;
  const label = (key: string): Label => ({ fr: text('fr', key), en: text('en', key) });
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
      ...(spec.decimals === undefined ? {} : { decimals: spec.decimals }),
      ...(spec.default === undefined ? {} : { default: spec.default }),
      ...(values ? { enum: values, enumLabels: labels(key, values) } : {}),
      ...(spec.target ? { ref: spec.target } : {}),
      ...(spec.entity ? { entity: spec.entity } : {}),
      ...(spec.fields ? { fields: inner(key, spec.fields) } : {}),
      ...(spec.of ? { of: spec.of.kind } : {}),
      ...(spec.searchable ? { searchable: true } : {}),
      ...(isSortable(spec) ? { sortable: true } : {}),
      ...(isFilterable(spec) ? { filterable: true } : {}),
      ...(spec.sensitive ? { sensitive: true } : {}),
      ...(spec.by ? { by: spec.by } : {}),
      ...(spec.only ? { only: spec.only } : {}),
      ...(spec.accept ? { accept: spec.accept } : {}),
      label: SYSTEM_LABELS[name] ?? label(key),
      ...(spec.help ? { help: label(`${key}.help`) } : {}),
    };
  };
  const inner = (prefix: string, fields: Fields) =>
    Object.entries(fields).map(([name, { spec }]) => field(`${prefix}.${name}`, name, spec, !spec.readonly));

  const questionWords = (key: string) =>
    [texts.fr, texts.en].every((one) => one[`${key}.confirm`] && one[`${key}.keep`])
      ? { words: { confirm: label(`${key}.confirm`), keep: label(`${key}.keep`) } }
      : {};

  const deeds = historyActions(variantOf ?? name, texts.fr);
  const told = labels(`${variantOf ?? name}.history`, deeds);

  const allowed = (operation: Operation) => operations.includes(operation) && may(`${rights}.${operation}`);
  const features = featuresOf(resource);
  const order = resource.shown ?? Object.keys(resource.fields);
  return {
    name,
    path: `/b/api/${resource.path}`,
    rights,
    label: label(name),
    plural: label(`${name}.plural`),
    new: label(`${name}.new`),
    labelField: resource.label,
    sort: resource.sort,
    fields: [
      ...order.flatMap((key) => {
        const spec = resource.fields[key]?.spec;
        return spec ? [field(`${name}.${key}`, key, spec, isWritable(resource, key))] : [];
      }),
      ...systemColumns(resource).map((column) =>
        field(`${name}.${column.field}`, column.field, column.spec, false),
      ),
    ],
    list: resource.list,
    sums: summedFields(resource),
    features,
    ...(variantOf ? { variantOf } : {}),
    ...(fixed ? { fixed } : {}),
    ...(deeds.length ? { told } : {}),
    may: {
      read: allowed('read'),
      create: allowed('create'),
      update: allowed('update'),
      delete: allowed('delete'),
      export: features.exportable && may(`${rights}.export`),
      import: features.importable && may(`${rights}.import`),
      reveal: operations.includes('read') && may(`${rights}.sensitive`),
    },
    ...(lifecycle && {
      lifecycle: {
        states: lifecycle.states,
        stateLabels: labels(`${name}.state`, lifecycle.states),
        tones: Object.fromEntries(
          lifecycle.states.map((state) => [state, lifecycle.tones?.[state] ?? 'neutral']),
        ),
        transitions: Object.entries(lifecycle.transitions).map(([transition, one]) => ({
          name: transition,
          from: one.from,
          to: one.to,
          label: label(`${name}.action.${transition}`),
          may: may(transitionRight(resource, transition)),
          ...(one.auto ? { auto: true as const } : {}),
          bulk: !one.auto && one.bulk !== false,
          ...(one.confirm ? { confirm: true as const } : {}),
          ...questionWords(`${name}.action.${transition}`),
        })),
      },
    }),
  };
}
