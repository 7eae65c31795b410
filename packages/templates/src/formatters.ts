/**
 * More than all languages, currencies and time zones that one process writes in; a bound, because the settings of tenants
 * are data.
 */
const MOST_FORMATTERS = 500;

/**
 * Formatters by what they were made of. Making one takes as long as writing some hundred values with it, and each mail and
 * ticket writes a dozen values: they are shared by all renderings of the process. The oldest ones are dropped first.
 */
export class Formatters<F> {
  private readonly made = new Map<string, F>();

  constructor(private readonly most = MOST_FORMATTERS) {}

  get size(): number {
    return this.made.size;
  }

  of(key: string, make: () => F): F {
    const earlier = this.made.get(key);
    if (earlier !== undefined) return earlier;
    const formatter = make();
    if (this.made.size >= this.most) this.made.delete(this.made.keys().next().value!);
    this.made.set(key, formatter);
    return formatter;
  }
}
