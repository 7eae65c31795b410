/** What an error page needs. */
export interface PageErrorProps {
  error: unknown;
  onRetry: () => void;
  /** The whole page has ended: only a reload leads on. */
  isCrash?: boolean;
}
