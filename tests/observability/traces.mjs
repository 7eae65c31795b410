// Reads traces back from Jaeger's API.
import { jaegerUrl } from '../../dev/infra/jaeger.mjs';
import { until } from '../../dev/lib/until.mjs';

async function ask(path) {
  const answer = await fetch(`${jaegerUrl()}${path}`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`Jaeger answered ${answer.status}: is the stack up with --observability?`);
  return (await answer.json()).data;
}

/** A span with what the tests ask about. */
function toSpan(span, processes) {
  const { serviceName, tags: resource = [] } = processes[span.processID];
  const parent = span.references?.find(
    ({ refType, traceID }) => refType === 'CHILD_OF' && traceID === span.traceID,
  );
  const valueOf = (tags) => Object.fromEntries(tags.map(({ key, value }) => [key, value]));
  return {
    traceId: span.traceID,
    id: span.spanID,
    parentId: parent?.spanID ?? null,
    links: (span.references ?? [])
      .filter(({ traceID }) => traceID !== span.traceID)
      .map(({ traceID }) => traceID),
    service: serviceName,
    name: span.operationName,
    start: span.startTime,
    tags: valueOf(span.tags),
    resource: valueOf(resource),
    events: (span.logs ?? []).map(({ fields }) => valueOf(fields)),
  };
}

/** Spans of a trace. @returns {Promise<ReturnType<typeof toSpan>[]>} */
export async function readTrace(traceId) {
  const [found] = await ask(`/api/traces/${traceId}`);
  return found ? found.spans.map((span) => toSpan(span, found.processes)) : [];
}

/** The latest trace with such a span that began after a moment (in ms since 1970). */
export async function findTrace({ service, operation, since }) {
  const query = new URLSearchParams({
    service,
    operation,
    start: String(since * 1_000),
    end: String((Date.now() + 60_000) * 1_000),
    limit: '20',
  });
  const found = (await ask(`/api/traces?${query}`)) ?? [];
  const starts = found.flatMap(({ traceID, spans }) =>
    spans
      .filter(({ operationName, startTime }) => operationName === operation && startTime >= since * 1_000)
      .map(({ startTime }) => ({ traceID, startTime })),
  );
  return starts.sort((a, b) => b.startTime - a.startTime)[0]?.traceID;
}

/** Waits until a trace with such a span exists and `isWhole` says that it has all of its parts. */
export const waitForTrace = ({ isWhole = () => true, timeoutMs = 90_000, ...query }) =>
  until(
    async () => {
      const traceId = await findTrace(query);
      const spans = traceId ? await readTrace(traceId) : [];
      return spans.length > 0 && isWhole(spans) && spans;
    },
    { timeoutMs, everyMs: 1_000, condition: `the trace with ${query.operation} of ${query.service}` },
  );

/** Whether a span is below another one, at any depth. */
export function isBelow(span, above, spans) {
  const byId = new Map(spans.map((each) => [each.id, each]));
  for (let at = byId.get(span.parentId); at; at = byId.get(at.parentId)) if (at.id === above.id) return true;
  return false;
}

/**
 * The parts of a sale in a trace, each somewhere below the one before it. Several spans may fit a part (an event has
 * several consumers): the longest chain counts. Returns it, with the names of the parts that are missing after it.
 * @param {{ part: string, fits: (span: object) => boolean }[]} parts
 */
export function followSale(parts, spans) {
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  const longest = (index, above) => {
    if (index === parts.length) return [];
    let best = [];
    for (const span of ordered) {
      if (!parts[index].fits(span) || (above && !isBelow(span, above, spans))) continue;
      const chain = [{ part: parts[index].part, span }, ...longest(index + 1, span)];
      if (chain.length > best.length) best = chain;
      if (best.length === parts.length - index) break;
    }
    return best;
  };
  const found = longest(0, null);
  return { found, missing: parts.slice(found.length).map(({ part }) => part) };
}
