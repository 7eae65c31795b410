// The states of a plan by one statement, in a bare handler: what they cost at least.
import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL, TENANT_ID, PERFORMANCE_ID, PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
const STATES = {
  name: 'states',
  text: `SELECT string_agg(CASE claim.state WHEN 'SOLD' THEN 'S' WHEN 'HELD' THEN 'H' ELSE 'F' END, '' ORDER BY seat.path_order) AS states
         FROM performance_seat seat
         LEFT JOIN seat_claim claim ON claim.tenant_id = seat.tenant_id AND claim.performance_id = seat.performance_id
           AND claim.seat_id = seat.id AND (claim.state = 'SOLD' OR claim.expires_at > now())
         WHERE seat.tenant_id = $1 AND seat.performance_id = $2`,
  values: [TENANT_ID, PERFORMANCE_ID],
};

createServer((request, response) => {
  if (request.url === '/health') {
    response.end();
    return;
  }
  pool.query(STATES).then(
    ({ rows }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0])),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(PORT), '127.0.0.1');
