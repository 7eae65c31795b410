import { documentFilesV1 } from '@coulisse/contracts';
import { Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import { describeFiles } from '../features/files/file-content';

const asked = z.object({ tenantId: z.uuid(), fileIds: z.array(z.uuid()).max(500) });

export const fileRpc = rpc(
  documentFilesV1.FileServiceService,
  { describeFiles: ['crm'] },
  {
    describeFiles: async (request, ctx) => {
      const { success, data } = asked.safeParse(request);
      if (!success) throw new Problem('request.malformed');
      return { files: await describeFiles(data.tenantId, data.fileIds, ctx) };
    },
  },
);
