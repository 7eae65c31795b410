import { Problem, type Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/resource-server';
import { readBands } from '../bands/bands.read-model';
import { scales } from '../bands/scales';
import { answered, reconciled, type Prospect } from './note.domain';

type Values = Record<string, unknown>;
type Note = Prospect & { answer: string | null; answerDate: string | null };

async function following(tx: Tx, before: Note, changes: Partial<Note>): Promise<Values> {
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
const filledFields = (input: Values): Partial<Note> =>
  Object.fromEntries(
    Object.keys(NOTHING).flatMap((field) => (input[field] === null ? [] : [[field, input[field]]])),
  );

export const createNote: Command = async (input, tx, _ctx, proceed) => {
  const date = input.date ?? new Date().toISOString();
  return proceed({ date, ...(await following(tx, NOTHING, filledFields(input))) });
};

export const updateNote: Command = async ({ record, changes }, tx, _ctx, proceed) =>
  proceed(await following(tx, record as Note, changes as Partial<Note>));
