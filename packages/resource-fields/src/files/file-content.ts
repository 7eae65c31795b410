import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Api, useApi } from '@coulisse/mfe-kit';
import { FILES } from '@coulisse/resource-client';

/** The bytes of a file, or a picture of it no wider than `width` pixels. */
export const readFile = async (api: Api, id: string, width?: number, signal?: AbortSignal): Promise<Blob> => {
  const answer = await api.raw('GET', `${FILES}/${id}/content${width ? `?width=${width}` : ''}`, {
    signal,
    headers: { Accept: '*/*' },
  });
  return answer.blob();
};

const KEPT_FOR = 300_000;

/** Loads a file once: its content never changes. */
export const useFileContent = (id: string | null, width?: number) => {
  const api = useApi();
  return useQuery({
    queryKey: ['file', id, width ?? null],
    queryFn: ({ signal }) => readFile(api, id ?? '', width, signal),
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: KEPT_FOR,
  });
};

/** Object URL of a loaded file; a plain link cannot fetch it, since the request needs a token. */
export const useObjectUrl = (content: Blob | undefined): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [content]);
  return address;
};

/** Saves a blob as a download with this name. */
export const saveAs = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
};
