export const toggled = (selection: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
};
