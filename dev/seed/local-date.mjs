/** A day of the demo theatres, which are in France: `YYYY-MM-DD`. Days before today are negative. @param {number} inDays */
export const localDate = (inDays) => {
  const day = new Date(Date.now() + inDays * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(day);
};
