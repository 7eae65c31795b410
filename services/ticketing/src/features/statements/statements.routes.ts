import { TABLE_FORMATS, tableMediaType } from '@coulisse/resource-exchange';
import { plainDay, route } from '@coulisse/service-kit';
import { sendFile } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { checkedPeriod } from '../checked-period';
import { Statement } from './statement';
import { STATEMENTS } from './statement.domain';

const base = '/b/api/configuration/representations/statements';
const tag = 'Statements';
const access = { right: 'ticketing.statement.read' };

const statementQuery = z.strictObject({
  kind: z.enum(STATEMENTS, 'validation.choice'),
  from: plainDay(),
  until: plainDay(),
});

const binary = { schema: { type: 'string', format: 'binary' } };
const files = Object.fromEntries(TABLE_FORMATS.map((format) => [tableMediaType(format), binary]));

export const statementRoutes = [
  route.get(
    base,
    {
      summary:
        'A statement of a period: places sold, ticketing slip, SACEM, CNM, SIBIL, accounting or till; its first rows and totals',
      tag,
      access,
      query: statementQuery,
    },
    ({ actor, language, query }, ctx) =>
      new Statement(ctx, { kind: query.kind, period: checkedPeriod(query), language, actor }).preview(),
  ),
  route.get(
    `${base}/file`,
    {
      summary: 'The same statement as a CSV or XLSX file',
      tag,
      access,
      query: statementQuery.extend({ format: z.enum(TABLE_FORMATS, 'validation.choice').default('xlsx') }),
      stream: true,
      openapi: { responses: { 200: { description: 'The file, as an attachment', content: files } } },
    },
    async ({ actor, language, query }, ctx, { res }) => {
      const { kind, format } = query;
      const period = checkedPeriod(query);
      const { tenantId, userId } = actor;
      ctx.log.info({ kind, format, ...period, tenantId, userId }, 'statement.exported');
      const { name, mediaType, bytes } = new Statement(ctx, { kind, period, language, actor }).file(format);
      await sendFile(res, { name, mediaType }, bytes);
    },
  ),
];
