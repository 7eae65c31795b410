import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, type ResourceRow, useApi } from '@coulisse/mfe-kit';
import type { RoleRights } from './role-rights';

/** The path of the API of roles, from their descriptor. */
type RolesPath = string;

/** The rights of a version of a role. */
export const roleRightsQuery = (api: Api, path: RolesPath, id: string, version: unknown) =>
  queryOptions({
    queryKey: ['role-rights', id, version],
    queryFn: ({ signal }) => api.get<RoleRights>(`${path}/${id}/rights`, { signal }),
    staleTime: 30_000,
  });

/**
 * The rights of a role, read again when its version changes: by its other fields, or by somebody else. Until then those
 * of the former version stay, never those of another role.
 */
export const useRoleRights = ({ id, version }: ResourceRow, path: RolesPath) => {
  const api = useApi();
  return useQuery({
    ...roleRightsQuery(api, path, id, version),
    placeholderData: (former: RoleRights | undefined, query) =>
      query?.queryKey[1] === id ? former : undefined,
  });
};
