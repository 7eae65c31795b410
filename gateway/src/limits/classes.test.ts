import { classOf } from './classes';

const show = '/app-api/configuration/representations/018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2c';
const cart = '/app-api/prestiscene/reservations/cart';

test.each([
  ['POST', '/app-api/payments/paybox/notification', 'notification'],
  ['GET', `${show}/events`, 'stream'],
  ['POST', `${show}/holds`, 'hold'],
  ['POST', `${show}/holds/`, 'hold'],
  ['POST', `${show.toUpperCase()}/HOLDS`, 'hold'],
  ['POST', `${show}/waiting-room`, 'wait'],
  ['DELETE', `${show}/waiting-room`, 'wait'],
  ['DELETE', `${show}/holds`, 'cart'],
  ['GET', `${show}/plan`, 'browse'],
  ['HEAD', `${show}/events`, 'stream'],
  ['GET', cart, 'cart'],
  ['POST', `${cart}/extend`, 'cart'],
  ['POST', `${cart}/save`, 'checkout'],
  ['POST', `${cart}/pay`, 'pay'],
  ['GET', '/app-api/prestiscene/reservations/018f/tickets.pdf', 'transfer'],
  ['GET', '/app-api/prestiscene/reservations/order', 'order'],
  ['GET', '/app-api/prestiscene/reservations/order/tickets.pdf', 'transfer'],
  ['POST', '/app-api/prestiscene/reservations/order/resend', 'resend'],
  ['GET', '/app-api/prestiscene/reservations/mine', 'browse'],
  ['GET', '/app-api/session', 'session'],
  ['POST', '/app-api/session/login', 'credentials'],
  ['GET', '/app-api', 'browse'],
  ['GET', '/b/api/crm/tiers', 'staff'],
  ['GET', '/b/api/crm/tiers/_export', 'transfer'],
  ['POST', '/b/api/crm/tiers/_imports', 'transfer'],
  ['POST', '/b/api/core/files', 'transfer'],
  ['GET', '/b/api/core/files/1/content', 'staff'],
  ['GET', '/app/spectacles', 'files'],
  ['GET', '/', 'files'],
  ['GET', '/healthy', 'files'],
  ['GET', '/health/ready', undefined],
  ['GET', '/health', undefined],
])('%s %s is %s', (method, path, expected) => expect(classOf(method, path)).toBe(expected));
