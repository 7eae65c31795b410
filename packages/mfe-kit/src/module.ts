import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import type { Language } from '@coulisse/ui-kit/format';
import type { FieldDescriptor, ResourceDescriptor } from './descriptor';

/** A record as the API returns it. */
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
  /** Reads the record again after a change made by the component itself. */
  reload: () => void;
  /** Tells the page of unsaved changes, so that it asks before they are left; a stable function. */
  onDirty?: (dirty: boolean) => void;
}

export interface ChangePartProps {
  record: ResourceRow;
  descriptor: ResourceDescriptor;
  /** The values of the field, as the history stores them. */
  before: unknown;
  after: unknown;
}

/** The user's answer to the confirmation dialog of a transition. */
export interface TransitionAnswer {
  /** Names of the confirmations given, as the server expects them. */
  confirmed: readonly string[];
  /** False while a confirmation is missing. */
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
  /** The whole response of the creation, including values that are shown only once. */
  answer: ResourceRow;
  done: () => void;
}

export interface SectionOverride {
  /** i18n key in the module's namespace; none for the first, general section. */
  title?: string;
  fields: string[];
  /** Closed on a record until the person opens it; its head says what is set. */
  closed?: true;
}

/** What a module changes in the generic screens of one resource; every member is optional. */
export interface ResourceOverrides {
  /** Path of the list under `/b`, when it differs from the API's. */
  path?: string;
  /** Path of a record under `/b`. */
  recordPath?: (id: string) => string;
  /** How references to it read, where the stored label is written for no language. */
  reference?: (label: string, language: Language) => string;
  /** For fields that depend on others: false hides the field in forms and on the record. */
  visible?: (field: string, values: Readonly<Record<string, unknown>>) => boolean;
  list?: {
    columns?: string[];
    /** Column → fields of its second, grey line; the first non-empty one is shown. */
    second?: Record<string, string[]>;
    cells?: Record<string, ComponentType<CellProps>>;
    /** Enumeration whose values are shown as tabs; default: the state. */
    tabs?: string | null;
    /** Reference to a short list whose records are columns of a board; enumerations are offered by default. */
    board?: string;
    sort?: string;
    /** Buttons before "New". */
    actions?: ComponentType<{ descriptor: ResourceDescriptor }>;
  };
  record?: {
    /** Its title, where the field that names it in lists is no title; it may not be empty. */
    title?: (record: ResourceRow, language: Language, descriptor: ResourceDescriptor) => string;
    /** Grey text beside the title. */
    subtitle?: (record: ResourceRow, language: Language) => ReactNode;
    /** `actions` has the main button of such a record: no transition is another one. */
    hasMainAction?: (record: ResourceRow) => boolean;
    sections?: SectionOverride[];
    /** Buttons before the transitions. */
    actions?: ComponentType<RecordPartProps>;
    /** Figures between the title and the sections. */
    figures?: ComponentType<RecordPartProps>;
    /** Cards above the sections. */
    lead?: ComponentType<RecordPartProps>;
    /** Cards under the sections. */
    extra?: ComponentType<RecordPartProps>;
    /** Under the fields of the form that changes the record. */
    edit?: ComponentType<FormPartProps>;
    /** Cards above the timeline. */
    aside?: ComponentType<RecordPartProps>;
    /** Changes of fields in the history whose values are no text, by the field's name. */
    changes?: Record<string, ComponentType<ChangePartProps>>;
    /** Content of the confirmation dialog of a transition, by the transition's name. */
    questions?: Record<string, ComponentType<TransitionQuestionProps>>;
  };
  form?: {
    /** Right to create, for a resource that is created by a custom route. */
    right?: string;
    /** Fields of the creation form, in this order. */
    sections?: SectionOverride[];
    initial?: Record<string, unknown>;
    extra?: ComponentType<FormPartProps>;
    /** Shown after a creation, before the record's page opens. */
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
  /** i18n key in the module's namespace; groups with the same text are merged. */
  group: string;
  /** Order in the side menu: 100 box office, 200 customers, 300 sales, 400 company, 900 administration. */
  order?: number;
  items: MenuItem[];
}

/** What a module shows on the dashboard. */
export interface DashboardPart {
  /** Right needed to see it. */
  right: string;
  /** As in the menu. */
  order?: number;
  element: ReactNode;
}

export interface CoulisseModule {
  /** Also the i18n namespace. */
  name: string;
  menu: MenuGroup[];
  dashboard?: DashboardPart;
  /** Relative to `/b`; written for `useRoutes`. */
  routes: RouteObject[];
  resources?: Record<string, ResourceOverrides>;
  locales: Record<Language, Record<string, string>>;
}

export const defineModule = (module: CoulisseModule): CoulisseModule => module;
