import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiProblem, FieldDescriptor } from '@coulisse/mfe-kit';
import type { InputOperation } from '@coulisse/resource/validation';
import { toLanguage } from '@coulisse/ui-kit/format';

/** Schema and messages are loaded with the first form: lists and records do without them. */
const load = () => import('./check-input');

/**
 * Validates a request body with the service's schema before it is sent. Without a connection to load the schema, the
 * service validates alone.
 */
export const useInputCheck = (fields: readonly FieldDescriptor[], operation: InputOperation) => {
  const { i18n } = useTranslation('resource');
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  return useCallback(
    async (body: Readonly<Record<string, unknown>>): Promise<ApiProblem | null> => {
      const loaded = await load().catch(() => null);
      return loaded && loaded.inputProblem(fields, operation, body, toLanguage(i18n.language));
    },
    [fields, operation, i18n],
  );
};
