/** A column of the file, with the field that it seems to fill. */
export interface UploadColumn {
  index: number;
  header: string;
  /** The first values. */
  samples: readonly string[];
  field: string | null;
}
/** Something that a column can fill: `email`, `addresses[0].city`. */
export interface ImportField {
  name: string;
  label: string;
  /** A new record must have it. */
  required: boolean;
  type: string;
  /** How to write a value. */
  hint: string;
}
/** What the server says of a file that was sent. */
export interface Upload {
  id: string;
  fileName: string;
  rows: number;
  columns: readonly UploadColumn[];
  fields: readonly ImportField[];
  /** Fields that a record can be found again by. */
  keys: readonly string[];
}

export type ImportMode = 'create' | 'upsert';

/** What is asked of each row. */
export interface Plan {
  /** Field by index of its column; null for a column that is left out. */
  mapping: Readonly<Record<string, string | null>>;
  mode: ImportMode;
  key: string | null;
}
/** A run of the file, and the plan that it was run with. */
export interface Pass {
  job: string;
  plan: string;
}

export interface ImportState {
  upload: Upload | null;
  plan: Plan;
  /** The run that writes nothing. */
  check: Pass | null;
  run: Pass | null;
}

export const STEPS = ['file', 'columns', 'check', 'run'] as const;
export type Step = (typeof STEPS)[number];

export type ImportEvent =
  | { type: 'uploaded'; upload: Upload }
  | { type: 'mapped'; index: number; field: string | null }
  | { type: 'mode'; mode: ImportMode }
  | { type: 'key'; key: string }
  | { type: 'checked'; job: string }
  | { type: 'ran'; job: string }
  /** The run came to nothing: it may be asked again. */
  | { type: 'unran' }
  | { type: 'restarted' };

const NO_PLAN: Plan = { mapping: {}, mode: 'create', key: null };
export const NOTHING_YET: ImportState = { upload: null, plan: NO_PLAN, check: null, run: null };

const guessed = ({ columns }: Upload): Plan['mapping'] =>
  Object.fromEntries(columns.map(({ index, field }) => [index, field]));

/** Records are found by a field that the file has; the first one that it has is the best known. */
const usualKey = ({ keys }: Upload, mapping: Plan['mapping']): string | null => {
  const filled = Object.values(mapping);
  return keys.find((key) => filled.includes(key)) ?? keys[0] ?? null;
};

export const importAfter = (state: ImportState, event: ImportEvent): ImportState => {
  const { upload, plan } = state;
  switch (event.type) {
    case 'uploaded': {
      const mapping = guessed(event.upload);
      // Who imports the same kind of file again means the same thing by it.
      const key = plan.key && event.upload.keys.includes(plan.key) ? plan.key : null;
      return {
        ...NOTHING_YET,
        upload: event.upload,
        plan: { mapping, mode: plan.mode, key: key ?? usualKey(event.upload, mapping) },
      };
    }
    case 'mapped': {
      // A field is filled by one column: the one that was named last.
      const freed = Object.entries(plan.mapping).map(([index, field]): [string, string | null] => [
        index,
        field !== null && field === event.field ? null : field,
      ]);
      return {
        ...state,
        plan: { ...plan, mapping: { ...Object.fromEntries(freed), [event.index]: event.field } },
      };
    }
    case 'mode':
      return {
        ...state,
        plan: { ...plan, mode: event.mode, key: plan.key ?? (upload && usualKey(upload, plan.mapping)) },
      };
    case 'key':
      return { ...state, plan: { ...plan, key: event.key } };
    case 'checked':
      return { ...state, check: { job: event.job, plan: planText(plan) }, run: null };
    case 'ran':
      return { ...state, run: { job: event.job, plan: planText(plan) } };
    case 'unran':
      return { ...state, run: null };
    case 'restarted':
      return { ...NOTHING_YET, plan: { ...NO_PLAN, mode: plan.mode, key: plan.key } };
  }
};

/** The plan as the server takes it. */
export const planBody = ({ mapping, mode, key }: Plan, dryRun: boolean) => ({
  mapping: Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== null)),
  mode,
  ...(mode === 'upsert' && key ? { key } : {}),
  dryRun,
});

/** Two plans that ask the same have the same text. */
const planText = (plan: Plan): string => {
  const { mapping, ...rest } = planBody(plan, true);
  return JSON.stringify([Object.entries(mapping).sort(), rest]);
};

const filledFields = ({ mapping }: Plan): Set<string> =>
  new Set(Object.values(mapping).filter((field) => field !== null));

/** Fields that every new record must have and no column fills. */
export const missingFields = ({ upload, plan }: ImportState): ImportField[] => {
  const filled = filledFields(plan);
  return (upload?.fields ?? []).filter(({ name, required }) => required && !filled.has(name));
};

/** The field that finds records, when no column fills it. */
export const missingKey = ({ upload, plan }: ImportState): ImportField | null => {
  if (plan.mode !== 'upsert' || !plan.key || filledFields(plan).has(plan.key)) return null;
  return upload?.fields.find(({ name }) => name === plan.key) ?? null;
};

/** Why the file cannot be checked yet. What only new records miss is said by the check, row by row. */
export const blockerOf = (state: ImportState): 'nothing' | 'required' | 'key' | null => {
  if (filledFields(state.plan).size === 0) return 'nothing';
  if (state.plan.mode === 'create') return missingFields(state).length > 0 ? 'required' : null;
  return missingKey(state) || !state.plan.key ? 'key' : null;
};

/** True when what was checked is what would be done now. */
export const isChecked = ({ check, plan }: ImportState): boolean => check?.plan === planText(plan);

/** Where one may go now, in order. What was imported is not mapped again. */
export const openSteps = (state: ImportState): readonly Step[] => {
  if (state.run) return ['check', 'run'];
  if (!state.upload) return ['file'];
  return state.check ? ['file', 'columns', 'check'] : ['file', 'columns'];
};

/** The step that an address asks for, or the furthest one that is open. */
export const stepShown = (state: ImportState, asked: string | null): Step => {
  const open = openSteps(state);
  const step = STEPS.find((one) => one === asked);
  return step && open.includes(step) ? step : (open[open.length - 1] ?? 'file');
};
