// The schemas of values: closed, so that a key with a typing error is refused instead of ignored.
import { topology } from './parts.mjs';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const integer = (minimum = 0, maximum = undefined) => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
});
const object = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length ? { required } : {}),
});
const list = (items) => ({ type: 'array', items, uniqueItems: true });
const mapOf = (additionalProperties) => ({ type: 'object', additionalProperties });
const name = { type: 'string', pattern: '^[a-z][a-z0-9-]*$' };
const variables = {
  type: 'object',
  propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
  additionalProperties: { type: ['string', 'number', 'boolean'] },
};
const quantities = object({ cpu: text, memory: text, 'ephemeral-storage': text });
const resources = object({ requests: quantities, limits: quantities });
const peers = { type: 'array', minItems: 1, items: { type: 'object', minProperties: 1 } };

export const globalSchema = () =>
  object({
    image: object({
      registry: { type: 'string', pattern: '^$|/$' },
      allowTags: flag,
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      pullSecrets: list(text),
    }),
    publicUrl: { type: 'string', pattern: '^https?://[^/]+$' },
    keycloak: object({ url: text, internalUrl: text }),
    kafka: object({ brokers: text, caSecret: text, userPrefix: text }),
    postgres: object({ caSecret: text }),
    otel: object({ endpoint: text }),
    logLevel: { enum: ['trace', 'debug', 'info', 'warn', 'error'] },
    config: variables,
    secrets: object({
      prefix: text,
      peers: text,
      store: text,
      storeKind: { enum: ['SecretStore', 'ClusterSecretStore'] },
      remotePrefix: text,
      refreshInterval: text,
      version: text,
    }),
    peers: mapOf(object({ port: integer(1, 65_535), peers }, ['peers'])),
    dns: object({ peers }),
  });

/** Values of a part; those of the library are the same, with defaults. */
export function partProperties(topics) {
  const parts = topology().map((part) => part.name);
  const services = topology()
    .filter(({ grpcPort }) => grpcPort)
    .map((part) => part.name);
  const oneOf = (names) => list({ enum: names });
  return {
    calls: object({ http: oneOf(parts), grpc: oneOf(services) }),
    exposes: object({ http: oneOf([...parts, 'edge']), grpc: oneOf(parts) }),
    consumes: oneOf(topics),
    produces: oneOf(topics),
    database: flag,
    reaches: list(name),
    secrets: list({ type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }),
    config: variables,
    image: object({
      repository: text,
      digest: { type: 'string', pattern: '^$|^sha256:[0-9a-f]{64}$' },
      tag: text,
    }),
    autoscaling: object({
      enabled: flag,
      minReplicas: integer(1),
      maxReplicas: integer(1),
      cpu: text,
    }),
    replicas: integer(0),
    resources,
    profiles: object({ foreground: resources, background: resources }),
    nodeOptions: text,
    maxUnavailable: { anyOf: [integer(1), { type: 'string', pattern: '^\\d+%$' }] },
    stop: object({ preStopSeconds: integer(1, 60), drainMs: integer(0), timeoutMs: integer(0) }),
    migrations: object({ deadlineSeconds: integer(1) }),
    ingress: object({
      enabled: flag,
      className: text,
      host: text,
      tlsSecret: text,
      annotations: mapOf(text),
    }),
    metrics: object({ port: integer(0, 65_535), path: text }),
    extraObjects: { type: 'array', items: { type: 'object' } },
  };
}

const document = (title, schema) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  ...schema,
});

export const librarySchema = (topics) =>
  document('Defaults of every part', object({ ...partProperties(topics), global: globalSchema() }));

export const partSchema = (part, topics) =>
  document(
    `Values of ${part}`,
    object({
      ...partProperties(topics),
      enabled: flag,
      // Checked by the schema of the library.
      global: { type: 'object' },
      'service-lib': { type: 'object' },
    }),
  );

export const umbrellaSchema = (parts) =>
  document(
    'Values of the installation',
    object({
      global: globalSchema(),
      // Each is checked by the schema of its own chart.
      ...Object.fromEntries(parts.map((part) => [part, { type: 'object' }])),
    }),
  );

/** Of the platform, by the kinds of its defaults: a map or a list that is empty there takes what a resource of Kubernetes takes. */
function likeDefault(value, name = '') {
  if (name === 'resources') return resources;
  // `--set` makes a number of it.
  if (name === 'port') return { type: ['string', 'integer'] };
  if (Array.isArray(value)) return { type: 'array' };
  if (value && typeof value === 'object')
    return Object.keys(value).length === 0
      ? { type: 'object' }
      : object(
          Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, likeDefault(inner, key)])),
        );
  if (typeof value === 'number') return integer();
  return typeof value === 'boolean' ? flag : text;
}

export const platformSchema = (defaults) =>
  // Helm passes `global` to every chart.
  document('Values of the platform', likeDefault({ ...defaults, global: {} }));
