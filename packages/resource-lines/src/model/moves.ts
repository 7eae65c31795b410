import { type Entry, groupOf, keyOf, lineEntry } from './document';

/** A heading with its lines, or a line without group. */
interface Part {
  entries: Entry[];
}

/** Top-level parts: groups and lines without group. */
const partsOf = (entries: readonly Entry[]): Part[] => {
  const parts: Part[] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    const isMember = entry.type === 'line' && entry.line.group !== null && last !== undefined;
    if (isMember) last.entries.push(entry);
    else parts.push({ entries: [entry] });
  }
  return parts;
};

const inGroup = (entry: Entry, group: string | null): Entry =>
  entry.type === 'line' ? lineEntry({ ...entry.line, group }) : entry;

const swapped = <T>(items: readonly T[], at: number, other: number): T[] => {
  const next = [...items];
  const [a, b] = [next[at], next[other]];
  if (a === undefined || b === undefined) return next;
  next[at] = b;
  next[other] = a;
  return next;
};

/** Moves a group past the part beside it; a line by one place, out of its group and into the next one. */
export const stepped = (entries: readonly Entry[], key: string, by: 1 | -1): readonly Entry[] => {
  const at = entries.findIndex((entry) => keyOf(entry) === key);
  const entry = entries[at];
  if (!entry) return entries;
  if (entry.type === 'group') {
    const parts = partsOf(entries);
    const place = parts.findIndex(({ entries: [first] }) => first === entry);
    return parts[place + by] ? swapped(parts, place, place + by).flatMap((part) => part.entries) : entries;
  }
  const { group } = entry.line;
  const beside = entries[at + by];
  const replaced = (next: string | null) => entries.with(at, inGroup(entry, next));
  if (by === 1) {
    if (!beside) return group === null ? entries : replaced(null);
    // Past the next heading: the first line of its group.
    if (beside.type === 'group')
      return swapped(entries.with(at, inGroup(entry, beside.group.key)), at, at + 1);
    return beside.line.group === group ? swapped(entries, at, at + 1) : replaced(null);
  }
  if (!beside) return entries;
  if (beside.type === 'group' && beside.group.key === group) {
    const above = entries[at - 2];
    return swapped(entries.with(at, inGroup(entry, above ? groupOf(above) : null)), at, at - 1);
  }
  const before = groupOf(beside);
  return before === group ? swapped(entries, at, at - 1) : replaced(before);
};

/** Places an entry where another one is: a line joins the group at that place, a group moves past the whole part. */
export const dropped = (entries: readonly Entry[], key: string, over: string): readonly Entry[] => {
  const from = entries.findIndex((entry) => keyOf(entry) === key);
  const to = entries.findIndex((entry) => keyOf(entry) === over);
  const [entry, target] = [entries[from], entries[to]];
  if (!entry || !target || from === to) return entries;
  if (entry.type === 'group') {
    const parts = partsOf(entries);
    const partAt = (member: Entry) => parts.findIndex((part) => part.entries.includes(member));
    const [source, place] = [partAt(entry), partAt(target)];
    if (source === place) return entries;
    const rest = [...parts];
    rest.splice(place, 0, ...rest.splice(source, 1));
    return rest.flatMap((part) => part.entries);
  }
  const above = entries[to - 1];
  const group =
    target.type === 'line' ? target.line.group : from < to ? target.group.key : above ? groupOf(above) : null;
  const rest = entries.filter((candidate) => candidate !== entry);
  rest.splice(to, 0, inGroup(entry, group));
  return rest;
};
