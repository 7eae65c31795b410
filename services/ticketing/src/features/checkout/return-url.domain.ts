/**
 * Where the bank sends the buyer back to. Only pages of our own may be returned to: a link into somebody else's site would
 * lend it our name. Compared as the browser will read it, not as it is written: `\`, user names and empty segments mean
 * another place to some readers, so that an address with them is not used at all.
 */
export function returnUrlOf(asked: string | undefined, publicUrl: string, reservationId: string): string {
  const usual = `${publicUrl}/app/reservations/${reservationId}/return`;
  if (asked === undefined || /[\\\s]|%5c|%2f|%2e/i.test(asked) || !URL.canParse(asked)) return usual;
  const [own, url] = [new URL(publicUrl), new URL(asked)];
  const below = own.pathname.endsWith('/') ? own.pathname : `${own.pathname}/`;
  const isOurs =
    url.origin === own.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(below) &&
    !url.pathname.includes('//');
  return isOurs ? url.href : usual;
}
