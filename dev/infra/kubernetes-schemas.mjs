// JSON schemas of Kubernetes' own kinds, made from the OpenAPI document in its Go module: for kubeconform.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';
import { ensureGo } from './go.mjs';

const MODULE = 'k8s.io/kubernetes';
const VERSION = 'v1.36.3';
/** Checksum of the module, as go.sum has it. */
const SUM = 'h1:qDQdoMiluAE2Eab6Fa52YV+WjiGz9mZFFoagEA6cI+o=';
const FOLDER = join(CACHE_DIR, `kubernetes-schemas-${VERSION}`);

/** Downloads the module without its dependencies. Returns its folder and checksum. */
function download(go, cache) {
  return new Promise((resolve, reject) => {
    const child = spawn(go, ['mod', 'download', '-json', `${MODULE}@${VERSION}`], {
      cwd: cache,
      env: { ...process.env, GOPATH: join(cache, 'path'), GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', reject);
    child.on('exit', (code) => {
      const answer = JSON.parse(text || '{}');
      if (code === 0 && answer.Dir) resolve(answer);
      else reject(new UserError(`${MODULE}@${VERSION}: ${answer.Error ?? `go ended with ${code}`}`));
    });
  });
}

const KEPT_OUT = new Set(['description', 'default']);

/** A definition without what a JSON schema does not know, closed to unknown properties. */
function strict(node) {
  if (Array.isArray(node)) return node.map(strict);
  if (!node || typeof node !== 'object') return node;
  const entries = Object.entries(node)
    .filter(([key]) => !key.startsWith('x-kubernetes') && !KEPT_OUT.has(key))
    .map(([key, value]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strict(inner)]))];
      return [key, key === '$ref' ? value : strict(value)];
    });
  const { format, ...result } = Object.fromEntries(entries);
  if (format === 'int-or-string') result.type = ['string', 'integer'];
  if (result.properties && !result.additionalProperties) result.additionalProperties = false;
  return result;
}

/** Types that the document describes by their text form only. */
const LOOSE = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
};
const REFERENCE = '#/definitions/';

function referenced(definitions, node, found = new Set()) {
  if (!node || typeof node !== 'object') return found;
  if (typeof node.$ref === 'string') {
    const name = node.$ref.slice(REFERENCE.length);
    if (!found.has(name)) referenced(definitions, definitions[name], found.add(name));
  }
  for (const value of Object.values(node)) referenced(definitions, value, found);
  return found;
}

/**
 * Self-contained schemas by the name that kubeconform looks for.
 * @param {{ definitions: Record<string, any> }} openApi
 * @returns {Map<string, object>}
 */
export function kubernetesSchemas(openApi) {
  const definitions = {};
  for (const [name, definition] of Object.entries(openApi.definitions))
    definitions[name] = strict(definition);
  Object.assign(definitions, LOOSE);
  const schemas = new Map();
  for (const [name, original] of Object.entries(openApi.definitions))
    for (const { group, version, kind } of original['x-kubernetes-group-version-kind'] ?? []) {
      const { apiVersion, metadata } = original.properties ?? {};
      if (!apiVersion || !metadata || kind.endsWith('List')) continue;
      const schema = definitions[name];
      const needed = [...referenced(definitions, schema)].map((each) => [each, definitions[each]]);
      schemas.set(`${kind.toLowerCase()}-${group ? `${group.split('.')[0]}-` : ''}${version}.json`, {
        ...schema,
        required: [...new Set([...(schema.required ?? []), 'apiVersion', 'kind'])],
        properties: {
          ...schema.properties,
          apiVersion: { const: group ? `${group}/${version}` : version },
          kind: { const: kind },
        },
        definitions: Object.fromEntries(needed),
      });
    }
  return schemas;
}

/** Folder of the schemas, which are made where they are missing. */
export async function prepareKubernetesSchemas() {
  if (existsSync(FOLDER)) return FOLDER;
  const go = await ensureGo();
  const cache = join(CACHE_DIR, 'go/kubernetes-schemas');
  await mkdir(cache, { recursive: true });
  const { Dir, Sum } = await download(go, cache);
  if (Sum !== SUM)
    throw new UserError(`${MODULE}@${VERSION} is not the expected module: its checksum is ${Sum}`, {
      advice: 'Does a proxy change modules?',
    });
  const openApi = JSON.parse(await readFile(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8'));
  const arriving = `${FOLDER}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await mkdir(arriving, { recursive: true });
  for (const [name, schema] of kubernetesSchemas(openApi))
    await writeFile(join(arriving, name), JSON.stringify(schema));
  await rename(arriving, FOLDER);
  await rm(cache, { recursive: true, force: true });
  return FOLDER;
}
