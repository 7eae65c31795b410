import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';

export const useFieldLabel = (field: FieldDescriptor): string => field.label[useLanguage()];
