/** What pages of errors are shown with. */
export interface PageErrorProps {
  error: unknown;
  onRetry: () => void;
}
