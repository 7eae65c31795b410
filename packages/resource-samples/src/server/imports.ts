import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { ImportResult, RowError } from '@coulisse/resource-client';
import { addJob } from './jobs';
import { messageText, SampleProblem } from './problem';
import { createRow, errorsOf, updateRow } from './records';
import type { SampleRequest } from './request';
import type { SampleStore, StoredUpload } from './store';

const SAMPLES = 3;
const SHOWN_ERRORS = 200;
/** Kinds that a cell of the sample import can hold. */
const IMPORTED = new Set<FieldDescriptor['type']>([
  'text',
  'longText',
  'enumeration',
  'int',
  'decimal',
  'money',
  'date',
  'email',
  'phone',
  'url',
]);

const importFields = ({ descriptor }: SampleStore): FieldDescriptor[] =>
  descriptor.fields.filter((field) => IMPORTED.has(field.type) && !field.readonly);

/** A CSV without quoted cells; the separator is a semicolon or a comma. */
const parseCsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(line.includes(';') ? ';' : ',').map((cell) => cell.trim()));

const fieldOfHeader = (fields: readonly FieldDescriptor[], header: string): string | null =>
  fields.find(({ name, label }) =>
    [name, label.fr, label.en].some((text) => text.toLowerCase() === header.toLowerCase()),
  )?.name ?? null;

const receive = async (store: SampleStore, { file, headers, language }: SampleRequest): Promise<unknown> => {
  if (!file || headers['content-type'] !== 'text/csv') throw new SampleProblem('import.unreadable');
  const [columns = [], ...lines] = parseCsv(await file.text());
  if (lines.length === 0) throw new SampleProblem('import.empty');
  const upload: StoredUpload = { id: store.nextId('import'), headers: columns, lines };
  store.uploads.push(upload);
  const fields = importFields(store);
  return {
    id: upload.id,
    fileName: decodeURIComponent(headers['x-file-name'] ?? 'import.csv'),
    rows: lines.length,
    columns: columns.map((header, index) => ({
      index,
      header,
      samples: lines.slice(0, SAMPLES).map((line) => line[index] ?? ''),
      field: fieldOfHeader(fields, header),
    })),
    fields: fields.map(({ name, label, required, type }) => ({
      name,
      label: label[language],
      required,
      type,
      hint: '',
    })),
    keys: store.descriptor.features.importKeys,
  };
};

/** The text of a cell as a value of the API; an enumeration also by its label. */
const cellValue = (field: FieldDescriptor | undefined, text: string): unknown => {
  if (text === '') return null;
  if (field?.type === 'enumeration') {
    const code = Object.entries(field.enumLabels ?? {}).find(([, label]) =>
      Object.values(label).includes(text),
    );
    return code?.[0] ?? text;
  }
  if (field?.type === 'int') return Number.isNaN(Number(text)) ? text : Number(text);
  return field?.type === 'money' || field?.type === 'decimal' ? text.replace(',', '.') : text;
};

interface Plan {
  mapping: Readonly<Record<string, string>>;
  key: string | null;
  dryRun: boolean;
}

const planOf = ({ body }: SampleRequest): Plan => {
  const { mapping, mode, key, dryRun } = body;
  const entries = typeof mapping === 'object' && mapping !== null ? Object.entries(mapping) : [];
  return {
    mapping: Object.fromEntries(entries.map(([index, name]) => [index, String(name)])),
    key: mode === 'upsert' && typeof key === 'string' ? key : null,
    dryRun: dryRun === true,
  };
};

const runImport = (store: SampleStore, upload: StoredUpload, request: SampleRequest): ImportResult => {
  const { mapping, key, dryRun } = planOf(request);
  const fields = importFields(store);
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const errors: RowError[] = [];
  for (const [index, line] of upload.lines.entries()) {
    const body = Object.fromEntries(
      Object.entries(mapping).map(([column, name]) => [
        name,
        cellValue(
          fields.find((field) => field.name === name),
          line[Number(column)] ?? '',
        ),
      ]),
    );
    const existing = key === null ? undefined : store.rows.find((row) => row[key] === body[key]);
    const problems = errorsOf(store.descriptor, body, !existing);
    for (const { pointer, code } of problems) {
      const attribute = pointer.slice(1);
      const column = Object.entries(mapping).find(([, name]) => name === attribute)?.[0];
      const header = column === undefined ? '' : (upload.headers[Number(column)] ?? '');
      // The first row of the file has the headers.
      errors.push({ row: index + 2, attribute, header, code, detail: messageText(code, request.language) });
    }
    if (problems.length > 0) counts.failed += 1;
    else {
      counts[existing ? 'updated' : 'created'] += 1;
      if (!dryRun && existing) updateRow(store, existing, body);
      else if (!dryRun) createRow(store, body);
    }
  }
  return { dryRun, ...counts, errors: errors.slice(0, SHOWN_ERRORS) };
};

/** Upload of a file, and its dry run or import as a job. */
export const importsAnswer = async (
  store: SampleStore,
  request: SampleRequest,
  path: string,
): Promise<unknown> => {
  if (!store.descriptor.may.import) throw new SampleProblem('security.insufficient-privilege');
  if (path === '') return receive(store, request);
  if (path === 'sample')
    return new Response(
      `${importFields(store)
        .map(({ label }) => label[request.language])
        .join(';')}\n`,
      { status: 200, headers: { 'Content-Type': 'text/csv' } },
    );
  const upload = store.uploads.find(({ id }) => path === `${id}/run`);
  if (!upload) throw new SampleProblem('http.404');
  const work = () => {
    const result = runImport(store, upload, request);
    return {
      result,
      file: result.failed > 0 ? { name: 'erreurs.csv', mediaType: 'text/csv', size: 64 } : null,
    };
  };
  return { job: addJob(store, { kind: 'import', total: upload.lines.length }, work) };
};
