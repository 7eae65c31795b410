import { useHref } from 'react-router';
import { useToast } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

/** Copies the absolute URL of a screen, given its path in the portal. */
export const useCopyLink = () => {
  const text = useResourceText();
  const toast = useToast();
  const root = useHref('/').replace(/\/$/, '');
  return async (path: string) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${root}${path}`);
      toast.good(text('list.linkCopied'));
    } catch {
      toast.bad(text('list.linkRefused'));
    }
  };
};
