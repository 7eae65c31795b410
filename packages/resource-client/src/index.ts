export { importAddress } from './jobs/import-address';
export {
  cancelJob,
  importResult,
  type ImportResult,
  isOver,
  jobKey,
  readJob,
  readJobFile,
  type RowError,
  shareDone,
} from './jobs/job';
export { useJobWords } from './jobs/job-words';
export {
  type EndedJob,
  JobsStateProvider,
  type TrackedJob,
  useJobs,
  useTrackedJobs,
} from './jobs/jobs-context';
export { useJob } from './jobs/use-job';
export { boardField, boardFields } from './list/board-fields';
export {
  type BulkAction,
  type BulkAnswer,
  type BulkResult,
  type BulkStep,
  reasonOf,
  undoOf,
} from './list/bulk';
export {
  clampWidth,
  type ColumnChoice,
  moveColumn,
  NARROWEST,
  resizeColumn,
  sameColumns,
  toggleColumn,
  WIDEST,
} from './list/column-choice';
export { fieldNamed, filterable, listable, type ListColumn, requestedColumns } from './list/columns';
export {
  countDrafts,
  type DraftGroup,
  draftOf,
  type DraftRule,
  groupOf,
  isDraftGroup,
  newDraftGroup,
  newDraftRule,
  unfinished,
} from './list/filter-draft';
export {
  countRules,
  DEEPEST,
  type Filter,
  type FilterGroup,
  type FilterOp,
  MOST_RULES,
} from './list/filter-group';
export {
  type Bounds,
  type Comparison,
  comparisonsOf,
  editedValue,
  type EditorOp,
  filtersOf,
  operatorsOf,
  withComparison,
} from './list/filter-operators';
export { recallList, rememberList } from './list/list-memory';
export {
  type GroupAnswer,
  type ListAnswer,
  type ListRow,
  useCardsQuery,
  useCountQuery,
  useGroupsQuery,
  usePatchRow,
  useReorderRows,
} from './list/list-queries';
export {
  ARCHIVED,
  isUnfiltered,
  type ListQuery,
  listRequest,
  type ListType,
  nextSort,
  PAGE_SIZES,
  queryParams,
  USUAL,
} from './list/list-state';
export { lastPage, pageNumbers } from './list/paging';
export { rowMoved } from './list/row-order';
export { isSameQuery, linkOfView, queryOfView, questionOfView, type SavedView } from './list/saved-view';
export { type Suggestion, suggestionsFor, withSuggestion } from './list/search-suggestions';
export {
  everything,
  extended,
  isChosen,
  isNothing,
  isWholePage,
  NOTHING,
  pageToggled,
  type Selection,
  toggled,
} from './list/selection';
export { type ListControl, useList } from './list/use-list';
export { mayChange } from './list/use-views';
export { refusalReasons, traceOf, useProblemText } from './problem-text';
export { type Difference, differences, writersSince } from './record/conflict';
export { draftKey, dropDraft, readDraft, type StoredDraft, storeDraft } from './record/draft-store';
export { type Job, questionBody, useInvalidateResource, useOperations } from './record/operations';
export {
  type Attachment,
  type HistoryItem,
  useAttachmentsQuery,
  useHistoryQuery,
  useNeighboursQuery,
  useRecordQuery,
  useRefresh,
  useRemoveFromCache,
} from './record/queries';
export { descriptorFor, isLockedIn, type RecordAnswer, withStates } from './record/record-answer';
export { actionLabel } from './record/later-changes';
export { mainStep, type Step, stepsOf } from './record/steps';
export { FILES, MAX_SIZE, refusalOf, shapeOf, type StoredFile } from './record/stored-file';
export { type IdempotencyKey, useIdempotencyKey } from './record/use-idempotency-key';
export { useInputCheck } from './record/use-input-check';
export { ResourceScopeProvider, useResourceScope } from './resource-scope';
export { useResourceText } from './texts';
export { dayOf, wholePeriod } from './values/date-ranges';
export { fieldErrors, type FieldErrors, inputId, splitErrors } from './values/problem-fields';
export { parseNumber } from './values/typed-number';
export { typedTime } from './values/typed-time';
export {
  bodyValue,
  changeBody,
  createBody,
  type Draft,
  initialDraft,
  isEmpty,
  startValue,
} from './values/values';
