/**
 * URL that the bank sends the buyer back to. Only our own pages are allowed: a link to another site would lend it our
 * name. The URL is compared as the browser parses it, not as it is written. Clients parse `\`, user names and empty
 * segments differently, so a URL with them is not used at all.
 */
export function returnUrlOf(
  requestedUrl: string | undefined,
  publicUrl: string,
  reservationId: string,
): string {
  const usual = `${publicUrl}/app/reservations/${reservationId}/return`;
  if (requestedUrl === undefined || /[\\\s]|%5c|%2f|%2e/i.test(requestedUrl) || !URL.canParse(requestedUrl))
    return usual;
  const [own, url] = [new URL(publicUrl), new URL(requestedUrl)];
  const below = own.pathname.endsWith('/') ? own.pathname : `${own.pathname}/`;
  const isOurs =
    url.origin === own.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(below) &&
    !url.pathname.includes('//');
  return isOurs ? url.href : usual;
}
