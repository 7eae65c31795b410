import { Problem, type Tx } from '@coulisse/service-kit';
import { defineCommand } from '@coulisse/resource-server';
import { note } from '../../resources';
import { readBands } from '../bands/bands.read-model';
import { scales } from '../bands/scales';
import { answered, reconciled, type Prospect } from './note.domain';

type Note = Prospect & { answer: string | null; answerDate: string | null };

async function following(tx: Tx, before: Note, changes: Partial<Note>): Promise<Partial<Note>> {
  const asksBands = changes.prospectStatus !== undefined || changes.successPercentage !== undefined;
  const bands = asksBands ? await readBands(tx, scales.prospect) : [];
  const result = reconciled(before, changes, bands);
  if ('outside' in result) {
    const { name, min, max } = result.outside;
    const params = { name, min: min ?? '', max: max ?? '' };
    const code = 'note.outside-status' as const;
    throw new Problem(code, { params, errors: [{ pointer: '/successPercentage', code, params }] });
  }
  return { ...result.also, ...answered({ ...before, ...changes }) };
}

const NOTHING: Note = { prospectStatus: null, successPercentage: null, answer: null, answerDate: null };

/** Forms send empty fields as null: in a new note they set nothing. */
const filledFields = (values: Note): Partial<Note> =>
  Object.fromEntries(
    (Object.keys(NOTHING) as (keyof Note)[]).flatMap((field) =>
      values[field] === null ? [] : [[field, values[field]]],
    ),
  );

export const createNote = defineCommand(note, 'create', async ({ values, tx, proceed }) => {
  const date = values.date ?? new Date().toISOString();
  return proceed({ date, ...(await following(tx, NOTHING, filledFields(values))) });
});

export const updateNote = defineCommand(note, 'update', async ({ record, changes, tx, proceed }) =>
  proceed(await following(tx, record, changes)),
);
