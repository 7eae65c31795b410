import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import type { Language } from '@coulisse/ui-kit/format';
import type { FieldDescriptor, ResourceDescriptor } from './descriptor';

/** A record as the API gives it. */
export interface ResourceRow {
  id: string;
  [field: string]: unknown;
}

export interface CellProps {
  row: ResourceRow;
  value: unknown;
  descriptor: ResourceDescriptor;
  field: FieldDescriptor;
}

export interface RecordPartProps {
  record: ResourceRow;
  descriptor: ResourceDescriptor;
  /** Reads the record again after a change that the part made by itself. */
  reload: () => void;
}

/** What somebody answered to the question before a transition. */
export interface TransitionAnswer {
  /** Names of what was confirmed, as the server asks for it. */
  confirmed: readonly string[];
  /** False while something is still to be confirmed. */
  ready: boolean;
}

export interface TransitionQuestionProps {
  record: ResourceRow;
  descriptor: ResourceDescriptor;
  answer: TransitionAnswer;
  onAnswer: (answer: TransitionAnswer) => void;
}

export interface FormPartProps {
  descriptor: ResourceDescriptor;
  values: Record<string, unknown>;
  set: (field: string, value: unknown) => void;
}

export interface CreatedProps {
  /** The whole answer of the creation, also what is shown only once. */
  answer: ResourceRow;
  done: () => void;
}

export interface SectionOverride {
  /** i18n key in the module's namespace; none for the first, general section. */
  title?: string;
  fields: string[];
}

/** What a module changes in the generic screens of one resource. Nothing is required. */
export interface ResourceOverrides {
  /** Address of the list under `/b`, when it is not the API's. */
  path?: string;
  /** Address of a record under `/b`. */
  recordPath?: (id: string) => string;
  /** Fields that depend on others appear in place: false hides one in forms and on the record. */
  visible?: (field: string, values: Readonly<Record<string, unknown>>) => boolean;
  list?: {
    columns?: string[];
    /** Column → fields of the second, quieter line; the first that is filled is shown. */
    second?: Record<string, string[]>;
    cells?: Record<string, ComponentType<CellProps>>;
    /** Enumeration whose values are offered as tabs; default: the state. */
    tabs?: string | null;
    /** Reference to a short list whose records are the columns of a board; enumerations are offered by themselves. */
    board?: string;
    sort?: string;
    /** Buttons before "New". */
    actions?: ComponentType<{ descriptor: ResourceDescriptor }>;
  };
  record?: {
    /** Quiet text beside the title. */
    subtitle?: (record: ResourceRow, language: Language) => ReactNode;
    sections?: SectionOverride[];
    /** Buttons before the transitions. */
    actions?: ComponentType<RecordPartProps>;
    /** Cards under the sections. */
    extra?: ComponentType<RecordPartProps>;
    /** Cards above the timeline. */
    aside?: ComponentType<RecordPartProps>;
    /** What the dialog of a transition says, in the record's own words; by the transition's name. */
    questions?: Record<string, ComponentType<TransitionQuestionProps>>;
  };
  form?: {
    /** Right to create, for a resource whose creation is a route of its own. */
    right?: string;
    /** Fields asked at the creation, in this order. */
    sections?: SectionOverride[];
    initial?: Record<string, unknown>;
    extra?: ComponentType<FormPartProps>;
    /** Shown after a creation, before going to the record. */
    created?: ComponentType<CreatedProps>;
  };
}

export interface MenuItem {
  /** Under `/b`: `crm/tiers`. */
  path: string;
  /** i18n key in the module's namespace. */
  label: string;
  icon?: ComponentType<{ className?: string }>;
  /** Right needed to see it. */
  right?: string;
}

export interface MenuGroup {
  /** i18n key in the module's namespace; groups of the same wording are joined. */
  group: string;
  /** Place in the rail: 100 box office, 200 customers, 300 sales, 400 company, 900 administration. */
  order?: number;
  items: MenuItem[];
}

export interface CoulisseModule {
  /** Also the i18n namespace. */
  name: string;
  menu: MenuGroup[];
  /** Relative to `/b`; written for `useRoutes`. */
  routes: RouteObject[];
  resources?: Record<string, ResourceOverrides>;
  locales: Record<Language, Record<string, string>>;
}

export const defineModule = (module: CoulisseModule): CoulisseModule => module;
