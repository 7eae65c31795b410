export type Parameters = Readonly<Record<string, string>>;

/** The text of a part of a path; as it stands when it is no valid encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/').slice(1);

/** Parameters of a path that has the pattern '/theatres/:slug'; null when it has another one. */
export function matchPath(pattern: string, path: string): Parameters | null {
  const names = partsOf(pattern);
  const parts = partsOf(path);
  if (names.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const part = parts[place] ?? '';
    if (name.startsWith(':') && part !== '') parameters[name.slice(1)] = decoded(part);
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return parameters;
}
