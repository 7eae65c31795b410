/** Parts for a form that is not described. Not shared on the page: whoever uses them bundles them. */
export { FormErrors } from './form/form-errors';
export { UnsavedGuard } from './form/unsaved-guard';
