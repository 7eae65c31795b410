import { documentFilesV1 } from '@coulisse/contracts';
import { Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import { describeFiles } from '../features/files/describe-files';
import type { FileContents } from '../features/files/file-content';
import { isImage } from '../features/files/file.domain';
import { logoOf } from '../features/files/poster';
import { FILE_OWNERS } from '../features/files/file-owners';
import {
  beginRounds,
  markFilesNeeded,
  publishFiles,
  type UnusedFileRemoval,
} from '../features/files/file-rounds';

const ids = z.array(z.uuid()).max(500);
const tenantId = z.uuid();
const describeRequest = z.object({ tenantId, fileIds: ids });
const keepRequest = z.object({ tenantId, fileIds: ids, publicFileIds: ids });
const logoRequest = z.object({ tenantId, fileId: z.uuid() });
const fileRequest = z.object({ tenantId, fileId: z.uuid(), owner: z.enum(FILE_OWNERS) });
const publishRequest = z.object({ tenantId, fileIds: ids, rights: z.string().max(80) });
const roundRequest = z.object({ tenantId, startedAt: z.number().int().positive() });

function parsed<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const { success, data } = schema.safeParse(request);
  if (!success) throw new Problem('request.malformed');
  return data;
}
/** The calling service; it may access its own files only. */
function ownerOf({ caller }: { caller: string | null }): string {
  if (!caller) throw new Problem('http.403');
  return caller;
}

export const fileRpc = (unusedFiles: UnusedFileRemoval, contents: FileContents) =>
  rpc(
    documentFilesV1.FileServiceService,
    {
      describeFiles: [...FILE_OWNERS],
      publishFiles: [...FILE_OWNERS],
      getLogo: [...FILE_OWNERS],
      getFile: ['notifications'],
      beginFileRounds: [...FILE_OWNERS],
      keepFiles: [...FILE_OWNERS],
      endFileRound: [...FILE_OWNERS],
    },
    {
      describeFiles: async (request, ctx) => {
        const input = parsed(describeRequest, request);
        return { files: await describeFiles(input.tenantId, input.fileIds, ctx) };
      },
      publishFiles: async (request, ctx, call) => {
        await publishFiles(ownerOf(call), parsed(publishRequest, request), ctx);
        return {};
      },
      getLogo: async (request, ctx) => {
        const { tenantId: owner, fileId } = parsed(logoRequest, request);
        const file = await contents.findPublic(fileId, owner, ctx);
        if (!file || !isImage(file.mediaType)) return { mediaType: '', content: Buffer.alloc(0) };
        return { mediaType: 'image/webp', content: await logoOf(file.content) };
      },
      getFile: async (request, ctx) => {
        const { name, mediaType, content } = await contents.readOwned(parsed(fileRequest, request), ctx);
        return { fileName: name, mediaType, content };
      },
      beginFileRounds: async (_request, ctx, call) => ({ rounds: await beginRounds(ownerOf(call), ctx) }),
      keepFiles: async (request, ctx, call) => {
        await markFilesNeeded(ownerOf(call), parsed(keepRequest, request), ctx);
        return {};
      },
      endFileRound: async (request, ctx, call) => ({
        removed: await unusedFiles.endRound(ownerOf(call), parsed(roundRequest, request), ctx),
      }),
    },
  );
