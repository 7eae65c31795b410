import { isPersonName, PERSON_NAME_MAX } from '@coulisse/identifiers/person-name';
import { z } from 'zod';

/** The first or last name of a person in a request, by the same rule as the identity provider. */
export const personName = (max = PERSON_NAME_MAX) =>
  z
    .string()
    .trim()
    .min(1, { abort: true })
    .max(max)
    .refine(isPersonName, { params: { code: 'validation.person-name' } });
