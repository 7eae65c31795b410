import { createHash } from 'node:crypto';

/** Uses after which a text is prepared: one that is built for a single request never reaches it. */
const USES = 3;
/** Each connection keeps the plan of every prepared text. */
const MOST_NAMES = 300;
/** Texts that are counted at one time. */
const MOST_COUNTED = 2_000;

/**
 * Names for statements that a process sends again and again with other values: a connection parses and plans a named one
 * once. The text decides, so that the same text has the same name on every connection.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  constructor(private readonly mostNames = MOST_NAMES) {}

  /** The name of a text; undefined until it was used often enough, or if too many others have a name. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= this.mostNames) return name;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < USES) {
      if (this.uses.size >= MOST_COUNTED) this.uses.clear();
      this.uses.set(text, uses);
      return undefined;
    }
    this.uses.delete(text);
    const added = `auto_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    this.names.set(text, added);
    return added;
  }
}
