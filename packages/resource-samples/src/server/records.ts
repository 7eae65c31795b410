import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { isEmpty } from '@coulisse/resource-client';
import { SampleProblem } from './problem';
import { type SampleRequest, versionOf } from './request';
import { addHistory, type SampleStore } from './store';

type Values = Readonly<Record<string, unknown>>;

export const findRow = ({ rows }: SampleStore, id: string): ResourceRow => {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new SampleProblem('http.404');
  return row;
};

const isPointer = ({ type }: FieldDescriptor): boolean => ['ref', 'file', 'image'].includes(type);

/** A value of a request body as records have it: references with their labels, lines with ids. */
const storedValue = (store: SampleStore, field: FieldDescriptor, value: unknown): unknown => {
  const pointer = (id: unknown) => ({ id: String(id), label: store.labelOf(field.ref, String(id)) });
  if (isPointer(field)) return isEmpty(value) ? null : pointer(value);
  if (field.type === 'refs') return Array.isArray(value) ? value.map(pointer) : [];
  if (field.type === 'children')
    return (Array.isArray(value) ? value : []).map((line: Values) => ({ id: store.nextId('line'), ...line }));
  return value;
};

const NUMERIC = ['int', 'decimal', 'money', 'percent', 'duration'];

/** The first error of a value; null when it is valid. */
const errorOf = (field: FieldDescriptor, value: unknown) => {
  if (isEmpty(typeof value === 'string' ? value.trim() : value))
    return field.required ? ('validation.not-blank' as const) : null;
  if (NUMERIC.includes(field.type) && Number.isNaN(Number(value))) return 'validation.number' as const;
  if (field.type === 'enumeration' && !field.enum?.includes(String(value)))
    return 'validation.choice' as const;
  return null;
};

/** Errors of the fields that are written: those of the body, and in a new record the required ones too. */
export const errorsOf = ({ fields }: ResourceDescriptor, body: Values, creating: boolean) =>
  fields
    .filter((field) => !field.readonly && (field.name in body || creating))
    .flatMap((field) => {
      const code = errorOf(field, body[field.name]);
      return code ? [{ pointer: `/${field.name}`, code }] : [];
    });

const writtenValues = (store: SampleStore, body: Values): Record<string, unknown> =>
  Object.fromEntries(
    store.descriptor.fields
      .filter((field) => !field.readonly && field.name in body)
      .map((field) => [field.name, storedValue(store, field, body[field.name])]),
  );

/** Fields of a new record that the body does not have. */
const emptyRow = ({ fields, lifecycle }: ResourceDescriptor): Record<string, unknown> => ({
  ...Object.fromEntries(
    fields.map(({ name, type }) => [name, ['list', 'refs', 'children'].includes(type) ? [] : null]),
  ),
  ...(lifecycle ? { state: lifecycle.states[0] } : {}),
  isArchived: false,
});

export const createRow = (store: SampleStore, body: Values): ResourceRow => {
  const errors = errorsOf(store.descriptor, body, true);
  if (errors.length > 0) throw new SampleProblem('validation.failed', errors);
  const id = store.nextId('record');
  const row: ResourceRow = {
    ...emptyRow(store.descriptor),
    ...writtenValues(store, body),
    id,
    version: 1,
    createdAt: store.now(),
    updatedAt: store.now(),
  };
  store.rows.push(row);
  addHistory(store, id, 'create');
  return row;
};

const replaceRow = (store: SampleStore, row: ResourceRow, change: Values): ResourceRow => {
  const next = { ...row, ...change, version: Number(row['version']) + 1, updatedAt: store.now() };
  store.rows = store.rows.map((candidate) => (candidate.id === row.id ? next : candidate));
  return next;
};

const assertVersion = (row: ResourceRow, request: SampleRequest): void => {
  const version = versionOf(request);
  if (version !== null && version !== row['version']) throw new SampleProblem('record.changed');
};

export const updateRow = (store: SampleStore, row: ResourceRow, body: Values): ResourceRow => {
  const errors = errorsOf(store.descriptor, body, false);
  if (errors.length > 0) throw new SampleProblem('validation.failed', errors);
  const values = writtenValues(store, body);
  const changes = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, [unknown, unknown]] => [name, [row[name], value]]),
  );
  addHistory(store, row.id, 'update', changes);
  return replaceRow(store, row, values);
};

export const transitRow = (store: SampleStore, row: ResourceRow, name: string): ResourceRow => {
  const from = String(row['state']);
  const transition = store.descriptor.lifecycle?.transitions.find(
    (candidate) => candidate.name === name && candidate.from.includes(from),
  );
  if (!transition)
    throw new SampleProblem('transition.impossible', [
      { pointer: '/state', code: 'transition.wrong-state', params: { state: from } },
    ]);
  if (!transition.may) throw new SampleProblem('security.insufficient-privilege');
  const to = transition.to === 'same' ? from : transition.to;
  addHistory(store, row.id, name, { state: [from, to] });
  return replaceRow(store, row, { state: to });
};

export const archiveRow = (store: SampleStore, row: ResourceRow, isArchived: boolean): ResourceRow => {
  addHistory(store, row.id, isArchived ? 'archive' : 'restore');
  return replaceRow(store, row, { isArchived });
};

export const deleteRow = (store: SampleStore, row: ResourceRow): void => {
  store.rows = store.rows.filter(({ id }) => id !== row.id);
};

const copyRow = (store: SampleStore, row: ResourceRow): ResourceRow => {
  const { labelField } = store.descriptor;
  const copy = {
    ...row,
    id: store.nextId('record'),
    version: 1,
    [labelField]: `${String(row[labelField])} (copie)`,
  };
  store.rows.push(copy);
  addHistory(store, copy.id, 'duplicate');
  return copy;
};

/** A record as responses have it: secrets are null and named, possible transitions are listed. */
export const presented = ({ descriptor }: SampleStore, row: ResourceRow): ResourceRow => {
  const secrets = descriptor.fields.filter((field) => field.secret).map(({ name }) => name);
  return {
    ...row,
    ...Object.fromEntries(secrets.map((name) => [name, null])),
    _masked: secrets.filter((name) => !isEmpty(row[name])),
    _actions: (descriptor.lifecycle?.transitions ?? [])
      .filter(({ from, may }) => may && from.includes(String(row['state'])))
      .map(({ name }) => ({ name, allowed: true, blockers: [] })),
  };
};

/** The routes of one record; undefined when the path is another. */
export const recordAnswer = (
  store: SampleStore,
  request: SampleRequest,
  id: string,
  action: string,
): unknown => {
  const row = findRow(store, id);
  const { method, body } = request;
  if (method === 'GET' && !action) return presented(store, row);
  if (method === 'PATCH' && !action) {
    assertVersion(row, request);
    return presented(store, updateRow(store, row, body));
  }
  if (method === 'DELETE' && !action) {
    assertVersion(row, request);
    deleteRow(store, row);
    return null;
  }
  if (method !== 'POST') return undefined;
  const [, transition] = /^transitions\/(\w+)$/.exec(action) ?? [];
  if (transition) {
    assertVersion(row, request);
    return presented(store, transitRow(store, row, transition));
  }
  if (action === 'archive' || action === 'restore')
    return presented(store, archiveRow(store, row, action === 'archive'));
  if (action === 'duplicate') return presented(store, copyRow(store, row));
  if (action === 'reveal') {
    const field = String(body['field']);
    addHistory(store, id, 'reveal', { [field]: [null, null] });
    return { value: row[field] };
  }
  return undefined;
};
