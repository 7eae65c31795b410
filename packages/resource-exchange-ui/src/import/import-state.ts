/** A column of the file, with the field proposed by the server. */
export interface UploadColumn {
  index: number;
  header: string;
  /** The first values. */
  samples: readonly string[];
  field: string | null;
}
/** A field that a column can be mapped to: `email`, `addresses[0].city`. */
export interface ImportField {
  name: string;
  label: string;
  /** Required in a new record. */
  required: boolean;
  type: string;
  /** Expected format of a value. */
  hint: string;
}
/** The server's response to an uploaded file. */
export interface Upload {
  id: string;
  fileName: string;
  rows: number;
  columns: readonly UploadColumn[];
  fields: readonly ImportField[];
  /** Fields by which existing records can be matched. */
  keys: readonly string[];
}

export type ImportMode = 'create' | 'upsert';

/** How the rows are imported. */
export interface Plan {
  /** Field by index of its column; null for a column that is left out. */
  mapping: Readonly<Record<string, string | null>>;
  mode: ImportMode;
  key: string | null;
}
/** A job that ran the file, and the plan it ran with. */
export interface Pass {
  job: string;
  plan: string;
}

export interface ImportState {
  upload: Upload | null;
  plan: Plan;
  /** The dry run. */
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
  /** The run failed: it may be started again. */
  | { type: 'unran' }
  | { type: 'restarted' };

const NO_PLAN: Plan = { mapping: {}, mode: 'create', key: null };
export const NOTHING_YET: ImportState = { upload: null, plan: NO_PLAN, check: null, run: null };

const guessed = ({ columns }: Upload): Plan['mapping'] =>
  Object.fromEntries(columns.map(({ index, field }) => [index, field]));

/** The default key: the first of the keys that the file contains. */
const usualKey = ({ keys }: Upload, mapping: Plan['mapping']): string | null => {
  const filled = Object.values(mapping);
  return keys.find((key) => filled.includes(key)) ?? keys[0] ?? null;
};

export const importAfter = (state: ImportState, event: ImportEvent): ImportState => {
  const { upload, plan } = state;
  switch (event.type) {
    case 'uploaded': {
      const mapping = guessed(event.upload);
      // The key of the former import is kept for a similar file.
      const key = plan.key && event.upload.keys.includes(plan.key) ? plan.key : null;
      return {
        ...NOTHING_YET,
        upload: event.upload,
        plan: { mapping, mode: plan.mode, key: key ?? usualKey(event.upload, mapping) },
      };
    }
    case 'mapped': {
      // A field is mapped to one column only: the last one chosen.
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

/** The plan as a request body. */
export const planBody = ({ mapping, mode, key }: Plan, dryRun: boolean) => ({
  mapping: Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== null)),
  mode,
  ...(mode === 'upsert' && key ? { key } : {}),
  dryRun,
});

/** A string for comparing plans: equal for plans with the same effect. */
const planText = (plan: Plan): string => {
  const { mapping, ...rest } = planBody(plan, true);
  return JSON.stringify([Object.entries(mapping).sort(), rest]);
};

const filledFields = ({ mapping }: Plan): Set<string> =>
  new Set(Object.values(mapping).filter((field) => field !== null));

/** Required fields of new records that no column is mapped to. */
export const missingFields = ({ upload, plan }: ImportState): ImportField[] => {
  const filled = filledFields(plan);
  return (upload?.fields ?? []).filter(({ name, required }) => required && !filled.has(name));
};

/** The key field, when no column is mapped to it. */
export const missingKey = ({ upload, plan }: ImportState): ImportField | null => {
  if (plan.mode !== 'upsert' || !plan.key || filledFields(plan).has(plan.key)) return null;
  return upload?.fields.find(({ name }) => name === plan.key) ?? null;
};

/** Why the file cannot be checked yet. Fields missing only in new records are reported by the check, row by row. */
export const blockerOf = (state: ImportState): 'nothing' | 'required' | 'key' | null => {
  if (filledFields(state.plan).size === 0) return 'nothing';
  if (state.plan.mode === 'create') return missingFields(state).length > 0 ? 'required' : null;
  return missingKey(state) || !state.plan.key ? 'key' : null;
};

/** True when the check ran with the current plan. */
export const isChecked = ({ check, plan }: ImportState): boolean => check?.plan === planText(plan);

/** The open steps, in order. After the import has run, the columns cannot be mapped again. */
export const openSteps = (state: ImportState): readonly Step[] => {
  if (state.run) return ['check', 'run'];
  if (!state.upload) return ['file'];
  return state.check ? ['file', 'columns', 'check'] : ['file', 'columns'];
};

/** The step named in the URL, or the last open one. */
export const stepShown = (state: ImportState, requestedStep: string | null): Step => {
  const open = openSteps(state);
  const step = STEPS.find((candidate) => candidate === requestedStep);
  return step && open.includes(step) ? step : (open[open.length - 1] ?? 'file');
};
