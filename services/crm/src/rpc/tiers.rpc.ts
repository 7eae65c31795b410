import { tiersV1 } from '@coulisse/contracts';
import { Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import { describeTiers } from '../features/third-parties/describe-tiers.read-model';

const request = z.object({ tenantId: z.uuid(), tiersId: z.uuid() });

/** Called by the services that write documents to a third party. */
export const tiersRpc = rpc(
  tiersV1.TiersServiceService,
  { describeTiers: ['sales'] },
  {
    describeTiers: async (input, ctx) => {
      const { success, data } = request.safeParse(input);
      if (!success) throw new Problem('request.malformed');
      return { tiers: await describeTiers(ctx, data.tenantId, data.tiersId) };
    },
  },
);
