import { behaviourOf } from './children';
import { systemColumns } from './columns';
import { featuresOf, summedFields, type Features } from './features';
import type { FieldKind, Fields, FieldSpec } from './field';
import { isFilterable, isSortable } from './kinds';
import { historyActions } from './locale-keys';
import type { Texts } from './texts';
import { arrowsOf, isManual, isWritable, pathOf, transitionRight, wholeRight } from './resource';
import type { Operation, ResourceDefinition, Tone } from './resource-definition';

export interface Label {
  readonly fr: string;
  readonly en: string;
}
export interface FieldDescriptor {
  readonly name: string;
  readonly type: FieldKind;
  readonly required: boolean;
  readonly readonly?: true;
  /** Computed from its row: a form may compute it before saving. */
  readonly derived?: true;
  /** States of the record in which the field may be changed; default: all. */
  readonly editableIn?: readonly string[];
  /** The children field of the record among whose rows the value names one, by id. */
  readonly sibling?: string;
  readonly unique?: true;
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
  readonly default?: unknown;
  /** What forms fill in at first: the day of the tenant. */
  readonly proposed?: 'today';
  /** Value that applies while the field is empty. */
  readonly fallback?: unknown;
  readonly enum?: readonly string[];
  readonly enumLabels?: Readonly<Record<string, Label>>;
  readonly ref?: string;
  readonly entity?: string;
  readonly fields?: readonly FieldDescriptor[];
  /** States of the rows of children, each in its own field `state`. */
  readonly lifecycle?: RowLifecycleDescriptor;
  /** Of the lines of a document: the name of the children field with their groups. */
  readonly groups?: string;
  /** Kind of the items of a list. */
  readonly of?: FieldKind;
  /** Limits of the items of a list. */
  readonly items?: Pick<FieldSpec, 'min' | 'max' | 'decimals'>;
  /** Of an input: the rows of the record that may be named. */
  readonly rows?: FieldSpec['rows'];
  readonly searchable?: true;
  readonly sortable?: true;
  readonly filterable?: true;
  /** Masked until revealed. */
  readonly secret?: true;
  /** For holders of a right of their own; without it readonly and masked. */
  readonly sensitive?: true;
  /** Name that it had before: addresses may still have it. */
  readonly formerly?: string;
  /** Field of the related records that points back. */
  readonly by?: string;
  /** Limits the offered records to those with these field values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Media types accepted for a file. */
  readonly accept?: readonly string[];
  readonly label: Label;
  readonly help?: Label;
}
/** States and transitions of the rows of a children field. */
export interface RowLifecycleDescriptor {
  readonly states: readonly string[];
  readonly tones: Readonly<Record<string, Tone>>;
  readonly transitions: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: string;
    readonly label: Label;
    readonly may: boolean;
  }[];
}
export type Ability = 'read' | 'create' | 'update' | 'delete' | 'export' | 'import' | 'reveal';
/** What a front end needs to render the screens of a resource, and nothing else. */
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
  /** Texts of the service's own actions in the history, by action: `a encaissé le paiement`. */
  readonly told?: Readonly<Record<string, Label>>;
  readonly variantOf?: string;
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  readonly lifecycle?: {
    readonly states: readonly string[];
    readonly stateLabels: Readonly<Record<string, Label>>;
    readonly tones: Readonly<Record<string, Tone>>;
    /** States of the normal course, in order; the others end it. */
    readonly path: readonly string[];
    /** One that keeps only some of its states has a second entry for these, with the same name. */
    readonly transitions: readonly {
      name: string;
      from: readonly string[];
      /** `same` keeps the state, and is no move to another column of a board. */
      to: string;
      label: Label;
      may: boolean;
      /** Executed by the pipeline: no button. */
      auto?: true;
      /** Done by the system only: no button. */
      system?: true;
      bulk: boolean;
      /** Tone of the state that it leads to. */
      tone: Tone;
      /** Fields that the dialog asks for. */
      input?: readonly FieldDescriptor[];
      confirm?: true;
      /** What the confirmation dialog says: `{field}` is the value of the record, for each of `fields`. */
      body?: { readonly text: Label; readonly fields: readonly string[] };
      /** The record that it creates: `answer` is the field of the answer that has its id. */
      creates?: { readonly resource: string; readonly answer: string };
      /** Labels of the two buttons of its confirmation dialog: confirm, and leave unchanged. */
      words?: { readonly confirm: Label; readonly keep: Label };
    }[];
  };
}

/** Values that apply while a field is empty, by field name: set by the installation, not by the record. */
export type Fallbacks = Readonly<Record<string, unknown>>;

const SYSTEM_LABELS: Record<string, Label> = {
  createdAt: { fr: 'Créé le', en: 'Created' },
  updatedAt: { fr: 'Modifié le', en: 'Changed' },
};
const limitsOf = ({ min, max, decimals }: FieldSpec): Pick<FieldSpec, 'min' | 'max' | 'decimals'> => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  ...(decimals === undefined ? {} : { decimals }),
});

/** The children field whose rows the rows of another one name as their group. */
const groupsOf = ({ fields = {} }: FieldSpec): string | undefined => fields.group?.spec.sibling;

export function describeResourceFor(
  resource: ResourceDefinition,
  texts: { fr: Texts; en: Texts },
  may: (right: string) => boolean,
  fallbacks: Fallbacks = {},
): ResourceDescriptor {
  const { name, lifecycle, operations, rights, variantOf, fixed } = resource;
  /** Texts of a variant; a missing one is taken from its base. */
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
      ...(spec.derived ? { derived: true } : {}),
      ...(spec.editableIn ? { editableIn: spec.editableIn } : {}),
      ...(spec.sibling ? { sibling: spec.sibling } : {}),
      ...(spec.unique ? { unique: true } : {}),
      ...limitsOf(spec),
      ...(spec.default === undefined ? {} : { default: spec.default }),
      ...(spec.proposed ? { proposed: spec.proposed } : {}),
      ...(values ? { enum: values, enumLabels: labels(key, values) } : {}),
      ...(spec.target ? { ref: spec.target } : {}),
      ...(spec.entity ? { entity: spec.entity } : {}),
      ...(spec.fields ? { fields: inner(key, spec.fields) } : {}),
      ...(groupsOf(spec) ? { groups: groupsOf(spec) } : {}),
      ...rowLifecycle(key, spec),
      ...(spec.of ? { of: spec.of.kind, items: limitsOf(spec.of) } : {}),
      ...(spec.rows ? { rows: spec.rows } : {}),
      ...(spec.searchable ? { searchable: true } : {}),
      ...(isSortable(spec) ? { sortable: true } : {}),
      ...(isFilterable(spec) ? { filterable: true } : {}),
      ...(spec.secret ? { secret: true } : {}),
      ...(spec.sensitive ? { sensitive: true } : {}),
      ...(spec.formerly ? { formerly: spec.formerly } : {}),
      ...(spec.by ? { by: spec.by } : {}),
      ...(spec.only ? { only: spec.only } : {}),
      ...(spec.accept ? { accept: spec.accept } : {}),
      label: SYSTEM_LABELS[name] ?? label(key),
      ...(spec.help ? { help: label(`${key}.help`) } : {}),
    };
  };
  const rowLifecycle = (key: string, spec: FieldSpec): Pick<FieldDescriptor, 'lifecycle'> => {
    const rows = behaviourOf(spec).lifecycle;
    if (!rows) return {};
    return {
      lifecycle: {
        states: rows.states,
        tones: Object.fromEntries(rows.states.map((state) => [state, rows.tones?.[state] ?? 'neutral'])),
        transitions: Object.entries(rows.transitions).map(([transition, { from, to, right }]) => ({
          name: transition,
          from,
          to,
          label: label(`${key}.action.${transition}`),
          may: may(wholeRight(resource, right)),
        })),
      },
    };
  };
  const inner = (prefix: string, fields: Fields) =>
    Object.entries(fields).map(([name, { spec }]) => field(`${prefix}.${name}`, name, spec, !spec.readonly));

  const questionWords = (key: string) =>
    [texts.fr, texts.en].every((catalogue) => catalogue[`${key}.confirm`] && catalogue[`${key}.keep`])
      ? { words: { confirm: label(`${key}.confirm`), keep: label(`${key}.keep`) } }
      : {};

  const questionBody = (key: string, confirm: true | readonly string[] | undefined) =>
    confirm === undefined || confirm === true
      ? {}
      : { body: { text: label(`${key}.body`), fields: confirm } };

  const deeds = historyActions(variantOf ?? name, texts.fr);
  const historyLabels = labels(`${variantOf ?? name}.history`, deeds);

  const offered = [...operations, ...resource.customRoutes];
  const allowed = (operation: Operation) => offered.includes(operation) && may(`${rights}.${operation}`);
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
        if (!spec) return [];
        const isOpen = !spec.sensitive || may(`${rights}.sensitive`);
        const described = field(`${name}.${key}`, key, spec, isWritable(resource, key) && isOpen);
        const fallback = fallbacks[key];
        return [fallback === undefined ? described : { ...described, fallback }];
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
    ...(deeds.length ? { told: historyLabels } : {}),
    may: {
      read: allowed('read'),
      create: allowed('create'),
      update: allowed('update'),
      delete: allowed('delete'),
      export: features.exportable && may(`${rights}.export`),
      import: features.importable && may(`${rights}.import`),
      reveal: operations.includes('read') && may(`${rights}.secret`),
    },
    ...(lifecycle && {
      lifecycle: {
        states: lifecycle.states,
        stateLabels: labels(`${name}.state`, lifecycle.states),
        tones: Object.fromEntries(
          lifecycle.states.map((state) => [state, lifecycle.tones?.[state] ?? 'neutral']),
        ),
        path: pathOf(lifecycle),
        transitions: Object.entries(lifecycle.transitions).flatMap(([transition, definition]) =>
          arrowsOf(definition).map(({ from, to }, index) => ({
            name: transition,
            from,
            to,
            label: label(`${name}.action.${transition}`),
            may: !definition.system && may(transitionRight(resource, transition)),
            ...(definition.auto ? { auto: true as const } : {}),
            ...(definition.system ? { system: true as const } : {}),
            // Many records are named by the transition alone, whatever their states: it is offered once.
            bulk: index === 0 && isManual(definition) && definition.bulk !== false,
            tone: lifecycle.tones?.[to] ?? 'neutral',
            ...(definition.input
              ? { input: inner(`${name}.action.${transition}.input`, definition.input) }
              : {}),
            ...(definition.confirm ? { confirm: true as const } : {}),
            ...(definition.creates ? { creates: definition.creates } : {}),
            ...questionBody(`${name}.action.${transition}`, definition.confirm),
            ...questionWords(`${name}.action.${transition}`),
          })),
        ),
      },
    }),
  };
}
