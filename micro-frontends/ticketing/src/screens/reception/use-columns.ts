import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '@coulisse/mfe-kit';
import { RECEPTION_CONFIGURATION, SAVE_RECEPTION_CONFIGURATION } from '../../api-paths';

export const COLUMNS = ['seats', 'table', 'reservation', 'telephone', 'options'] as const;
export type Column = (typeof COLUMNS)[number];
export type Columns = Record<Column, boolean>;
const USUAL: Columns = { seats: true, table: true, reservation: false, telephone: false, options: true };

/** Which columns the person shows; kept on the server. */
export function useColumns(): { columns: Columns; setColumn: (column: Column, shown: boolean) => void } {
  const api = useApi();
  const queries = useQueryClient();
  const key = ['reception', 'columns'];
  const { data } = useQuery({
    queryKey: key,
    retry: false,
    staleTime: Infinity,
    queryFn: () => api.get<{ columns: Columns }>(RECEPTION_CONFIGURATION),
  });
  const save = useMutation({
    mutationFn: (columns: Columns) =>
      api.post<{ columns: Columns }>(SAVE_RECEPTION_CONFIGURATION, { columns }),
    onMutate: (columns) => queries.setQueryData(key, { columns }),
  });
  const columns = data?.columns ?? USUAL;
  return { columns, setColumn: (column, shown) => save.mutate({ ...columns, [column]: shown }) };
}
