// State of forms: loaded with the first one, and with it react-hook-form.
export {
  type DraftControl,
  useDraft,
  useDraftDirty,
  useDraftErrors,
  useDraftField,
  useDraftValues,
} from './record/use-draft';
