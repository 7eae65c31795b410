// The table of a values file: key, default and the comment `# -- …` above it, as helm-docs writes it.
import { isMap, parseDocument } from 'yaml';

const MARK = /^\s*--\s?/;

/** The text of the comment above a key; undefined where there is none. */
function descriptionOf(key) {
  const lines = (key.commentBefore ?? '').split('\n');
  const start = lines.findLastIndex((line) => MARK.test(line));
  if (start < 0) return undefined;
  const text = [lines[start].replace(MARK, ''), ...lines.slice(start + 1)]
    .map((line) => line.trim())
    .join(' ');
  return text.trim();
}

function rowsOf(map, path = '') {
  // The comment above the first key of a map belongs to the map.
  const [first] = map.items;
  if (map.commentBefore && first && !first.key.commentBefore) first.key.commentBefore = map.commentBefore;
  return map.items.flatMap(({ key, value }) => {
    const name = path ? `${path}.${key.value}` : String(key.value);
    const description = descriptionOf(key);
    const inner = isMap(value) ? value : undefined;
    const documentsInside = inner?.items.some((item) => descriptionOf(item.key) !== undefined);
    if (inner?.items.length && (description === undefined || documentsInside)) return rowsOf(inner, name);
    return [{ name, value: value?.toJSON?.() ?? null, description: description ?? '' }];
  });
}

const cell = (text) => text.replaceAll('|', '\\|');

/** @param {string} text of a values file */
export function valuesTable(text) {
  const document = parseDocument(text, { merge: true });
  const plain = document.toJS();
  const valueAt = (name) => name.split('.').reduce((at, key) => at?.[key], plain);
  const rows = rowsOf(document.contents).map(({ name, description }) => {
    const value = JSON.stringify(valueAt(name));
    return `| \`${name}\` | \`${cell(value.length > 120 ? `${value.slice(0, 117)}…` : value)}\` | ${cell(description)} |`;
  });
  return ['| Key | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

const BEGIN = '<!-- values -->';
const END = '<!-- /values -->';

/** Puts the table between the marks of a README. */
export function withTable(readme, table) {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`a README needs ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
