import { type Api, createApi } from '@coulisse/mfe-kit/api';
import type { Language } from '@coulisse/ui-kit/format';
import type { SampleServer } from './server/server';

/** The API of the generic screens over a sample server; uploads too, which otherwise use XMLHttpRequest. */
export const createSampleApi = (server: SampleServer, language: Language): Api => {
  const options = { language: () => language };
  return {
    ...createApi({ ...options, fetch: server }),
    upload: async (path, content, { headers, signal, onProgress } = {}) => {
      const sending = createApi({
        ...options,
        fetch: (input, init) => server(input, { ...init, body: content }),
      });
      onProgress?.(content.size, content.size);
      return sending.request('POST', path, { headers, signal });
    },
  };
};
