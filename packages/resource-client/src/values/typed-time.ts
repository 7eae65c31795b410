/** Parses a typed time: '20h30', '2030', '8:5' and '20' → '20:30', '20:30', '08:05', '20:00'. */
export const typedTime = (typed: string): string => {
  const bare = typed.trim();
  const match = /^(\d{1,2})\s*[:hH.]?\s*(\d{1,2})?$/.exec(bare);
  if (!match) return bare;
  const [, hours = '', minutes = '0'] = match;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
};
