export type ContentCoding = 'br' | 'gzip';

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/** Weights of an `Accept-Encoding` header (RFC 9110 §12.5.3); a malformed weight refuses its coding. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.split(',')) {
    const [coding = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (coding === '') continue;
    const [weight] = parameters;
    weights.set(coding.toLowerCase(), weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0));
  }
  return weights;
}

/**
 * The coding that the client weighs highest among `supported`; between equal weights the first of them. Undefined when
 * it accepts none or prefers `identity`: the response is then sent as it is, even if `identity` is refused too.
 */
export function preferredCoding(
  header: string | undefined,
  supported: readonly ContentCoding[],
): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = [...supported].sort((first, second) => weightOf(second) - weightOf(first));
  if (best === undefined || weightOf(best) === 0) return undefined;
  return weightOf(best) < (weights.get('identity') ?? 0) ? undefined : best;
}
