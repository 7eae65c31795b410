import { TABLE_FORMATS, tableMediaType } from '@coulisse/resource-exchange';
import { plainDay, Problem, route } from '@coulisse/service-kit';
import { sendFile } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { Statement } from './statement';
import { STATEMENTS } from './statement.domain';

const base = '/b/api/configuration/representations/statements';
const tag = 'Statements';
const access = { right: 'ticketing.statement.read' };
/** A season, or the same day of the next year. */
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const statementQuery = z.strictObject({
  kind: z.enum(STATEMENTS, 'validation.choice'),
  from: plainDay(),
  until: plainDay(),
});
type StatementQuery = z.output<typeof statementQuery>;

/** The period of a request; throws if it ends before it begins, or is longer than a year. */
function periodOf({ from, until }: Pick<StatementQuery, 'from' | 'until'>) {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  const refuse = (code: 'validation.period' | 'statement.period-too-long', params = {}) =>
    new Problem('validation.failed', { errors: [{ pointer: '/until', code, params }] });
  if (days < 1) throw refuse('validation.period');
  if (days > MOST_DAYS) throw refuse('statement.period-too-long', { days: MOST_DAYS });
  return { from, until };
}

const binary = { schema: { type: 'string', format: 'binary' } };
const files = Object.fromEntries(TABLE_FORMATS.map((format) => [tableMediaType(format), binary]));

export const statementRoutes = [
  route.get(
    base,
    {
      summary:
        'A statement of a period: places sold, ticketing slip, SACEM, CNM, SIBIL or accounting; its first rows and totals',
      tag,
      access,
      query: statementQuery,
    },
    ({ actor, language, query }, ctx) =>
      new Statement(ctx, { kind: query.kind, period: periodOf(query), language, actor }).preview(),
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
      const period = periodOf(query);
      const { tenantId, userId } = actor;
      ctx.log.info({ kind, format, ...period, tenantId, userId }, 'statement.exported');
      const { name, mediaType, bytes } = new Statement(ctx, { kind, period, language, actor }).file(format);
      await sendFile(res, { name, mediaType }, bytes);
    },
  ),
];
