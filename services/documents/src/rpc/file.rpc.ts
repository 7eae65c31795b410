import { documentFilesV1 } from '@coulisse/contracts';
import { Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import { describeFiles } from '../features/files/describe-files';
import { FILE_OWNERS } from '../features/files/file-owners';
import { beginRounds, endRound, keepFiles, publishFiles } from '../features/files/file-rounds';

const ids = z.array(z.uuid()).max(500);
const tenantId = z.uuid();
const described = z.object({ tenantId, fileIds: ids });
const kept = z.object({ tenantId, fileIds: ids, publicFileIds: ids });
const published = z.object({ tenantId, fileIds: ids, rights: z.string().max(80) });
const round = z.object({ tenantId, startedAt: z.number().int().positive() });

function parsed<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const { success, data } = schema.safeParse(request);
  if (!success) throw new Problem('request.malformed');
  return data;
}
/** Whoever calls has files of its own only. */
function ownerOf({ caller }: { caller: string | null }): string {
  if (!caller) throw new Problem('http.403');
  return caller;
}

export const fileRpc = rpc(
  documentFilesV1.FileServiceService,
  {
    describeFiles: [...FILE_OWNERS],
    publishFiles: [...FILE_OWNERS],
    beginFileRounds: [...FILE_OWNERS],
    keepFiles: [...FILE_OWNERS],
    endFileRound: [...FILE_OWNERS],
  },
  {
    describeFiles: async (request, ctx) => {
      const asked = parsed(described, request);
      return { files: await describeFiles(asked.tenantId, asked.fileIds, ctx) };
    },
    publishFiles: async (request, ctx, call) => {
      await publishFiles(ownerOf(call), parsed(published, request), ctx);
      return {};
    },
    beginFileRounds: async (_request, ctx, call) => ({ rounds: await beginRounds(ownerOf(call), ctx) }),
    keepFiles: async (request, ctx, call) => {
      await keepFiles(ownerOf(call), parsed(kept, request), ctx);
      return {};
    },
    endFileRound: async (request, ctx, call) => ({
      removed: await endRound(ownerOf(call), parsed(round, request), ctx),
    }),
  },
);
