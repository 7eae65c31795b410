import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { formatMoment, type Language } from '@coulisse/ui-kit/format';

interface LaterChange {
  /** The name of a transition, `update`, `archive`, … */
  action: string;
  at: string;
  /** Null: the system itself. */
  actor: string | null;
  fields: readonly string[];
}

/** What happened to a record after it was read. */
export interface LaterChanges {
  /** Label of the state that it has now; null without a lifecycle. */
  state: string | null;
  /** The latest first. */
  changes: readonly { who: string | null; what: string; when: string }[];
}

/** More are not read in a message. */
const MOST_CHANGES = 3;
const MOST_FIELDS = 4;

const isChange = (value: unknown): value is LaterChange =>
  typeof value === 'object' && value !== null && 'action' in value && 'fields' in value && 'at' in value;

/** What a service says of an action, or the label of the transition; undefined for the actions of every record. */
export function actionLabel(
  descriptor: ResourceDescriptor,
  action: string,
  language: Language,
): string | undefined {
  const transition = descriptor.lifecycle?.transitions.find(({ name }) => name === action);
  return (descriptor.told?.[action] ?? transition?.label)?.[language];
}

/** The names of what an entry changed: its transition or, for an update, its fields. */
function nameOf({ action, fields }: LaterChange, descriptor: ResourceDescriptor, language: Language): string {
  const label = actionLabel(descriptor, action, language);
  if (label) return label;
  const labels = descriptor.fields
    .filter(({ name, readonly }) => fields.includes(name) && !(name === descriptor.labelField && readonly))
    .map((field) => field.label[language]);
  return labels.length > MOST_FIELDS
    ? `${labels.slice(0, MOST_FIELDS).join(', ')}…`
    : labels.join(', ') || action;
}

/** What the service says of a change that came first (`changes` of the problem); null if it says nothing. */
export function laterChangesOf(
  failure: unknown,
  descriptor: ResourceDescriptor,
  language: Language,
): LaterChanges | null {
  if (!(failure instanceof ApiProblem) || failure.status !== 409) return null;
  const { changes, current } = failure.body;
  const found = Array.isArray(changes) ? changes.filter(isChange) : [];
  if (found.length === 0) return null;
  const state = (current as { state?: unknown } | undefined)?.state;
  return {
    state: descriptor.lifecycle?.stateLabels[String(state)]?.[language] ?? null,
    changes: found.slice(0, MOST_CHANGES).map((change) => ({
      who: change.actor,
      what: nameOf(change, descriptor, language),
      when: formatMoment(change.at, language),
    })),
  };
}
