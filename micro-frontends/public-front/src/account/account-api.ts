import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

export interface PostalAddress {
  addressLine1: string;
  zipCode: string;
  city: string;
  country: string;
}

/** What the theatre stores about the signed-in buyer. */
export interface AccountDetails {
  /** 0 while nothing is stored. */
  version: number;
  firstName: string;
  lastName: string;
  telephone: string;
  address: PostalAddress | null;
  newsletterSubscribed: boolean;
}

const BASE = '/app-api/crm';

/** File with everything that is stored about the signed-in buyer. */
export const PERSONAL_DATA_PATH = '/app-api/session/personal-data.json';

/** The address makes those of another account another entry of the cache. */
export const accountDetailsQuery = (email: string) =>
  queryOptions({
    queryKey: ['account-details', email],
    queryFn: ({ signal }) => api.get<AccountDetails>(`${BASE}/details`, signal),
  });

export const saveDetails = ({ newsletterSubscribed: _consent, ...details }: AccountDetails) =>
  api.put<AccountDetails>(`${BASE}/details`, details);

export const saveConsents = (newsletterSubscribed: boolean) =>
  api.put<AccountDetails>(`${BASE}/consents`, { newsletterSubscribed });

/** A link to log in is mailed; with names it opens an account where the address has none. */
export const requestLoginLink = (
  person: { tenantId: string; email: string; firstName?: string; lastName?: string },
  language: string,
) => api.post('/app-api/session/login-link', { ...person, language });

export const logInByLink = (token: string) => api.post('/app-api/session/login-by-link', { token });

export const requestErasure = (language: string) => api.post('/app-api/session/erasure', { language });
