/**
 * SQL of the time zone of the transaction's tenant, for `… AT TIME ZONE`; in the platform scope, the default zone. Constant in
 * a statement.
 */
export const LOCAL_ZONE = `current_setting('app.zone')`;

/** SQL of the current date of the transaction's tenant. */
export const LOCAL_TODAY = `(now() AT TIME ZONE ${LOCAL_ZONE})::date`;
