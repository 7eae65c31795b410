import { useToast } from '@coulisse/ui-kit';
import { useState } from 'react';
import { useText } from './use-text';

/**
 * Code that is loaded when somebody asks for it. Without a line a message says so, the page stays as it is, and the next
 * request tries again; an error boundary would replace the whole page.
 */
export function usePart<T>(load: () => Promise<T>, onFailure?: () => void): [T | undefined, () => void] {
  const t = useText();
  const toast = useToast();
  const [part, setPart] = useState<T>();
  const ask = () => {
    if (!part)
      load().then(
        (loaded) => setPart(() => loaded),
        () => {
          onFailure?.();
          toast.bad(t('error.network'));
        },
      );
  };
  return [part, ask];
}
