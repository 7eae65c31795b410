// skaffold.yaml: one artifact for each part, all deployed by the chart of the whole product.
import { stringify } from 'yaml';

const HEAD = `# Written by \`npm run charts\`: the path of CI, and of those who change several parts at once.
#   skaffold dev --profile dev    builds images by tag, deploys them with k8s/environments/dev, again after each change
#   skaffold run --profile ci     builds and pushes images, deploys them by digest with k8s/environments/staging
# NODE_IMAGE names the base image by its digest (docker/README.md). The platform is a release of its own (k8s/platform).
`;
const CHART = '.cache/charts/coulisse';

const artifact = (name) => `coulisse-${name}`;
/** As Skaffold names an artifact in templates. */
const key = (name) => artifact(name).replaceAll('-', '_');

/** @param {string[]} parts @param {string} environment @param {(name: string) => Record<string, string>} image */
const deploy = (parts, environment, image) => ({
  helm: {
    // The chart with its dependencies.
    hooks: { before: [{ host: { command: ['node', 'tools/charts.mjs', 'assemble'] } }] },
    releases: [
      {
        name: 'coulisse',
        namespace: 'coulisse',
        createNamespace: true,
        chartPath: CHART,
        skipBuildDependencies: true,
        valuesFiles: [`k8s/environments/${environment}/values.yaml`],
        wait: true,
        // The names of images are whole.
        setValues: { 'global.image.registry': '' },
        setValueTemplates: Object.assign(
          {},
          ...parts.map((name) => ({
            [`${name}.image.repository`]: `{{.IMAGE_REPO_${key(name)}}}`,
            ...image(name),
          })),
        ),
      },
    ],
  },
});

/** @param {string[]} parts */
export function skaffold(parts) {
  const byTag = (name) => ({ [`${name}.image.tag`]: `{{.IMAGE_TAG_${key(name)}}}` });
  const byDigest = (name) => ({ [`${name}.image.digest`]: `{{.IMAGE_DIGEST_${key(name)}}}` });
  const config = {
    apiVersion: 'skaffold/v4beta13',
    kind: 'Config',
    metadata: { name: 'coulisse' },
    build: {
      artifacts: parts.map((name) => ({
        image: artifact(name),
        context: '.',
        docker: {
          dockerfile: 'docker/Dockerfile',
          buildArgs: { SERVICE: name, NODE_IMAGE: '{{.NODE_IMAGE}}' },
        },
      })),
      tagPolicy: { gitCommit: { variant: 'CommitSha' } },
    },
    deploy: deploy(parts, 'staging', byDigest),
    profiles: [
      {
        name: 'dev',
        activation: [{ command: 'dev' }],
        build: { local: { push: false, concurrency: 1 }, tagPolicy: { sha256: {} } },
        deploy: deploy(parts, 'dev', byTag),
      },
      { name: 'ci', build: { local: { push: true, concurrency: 2 } } },
    ],
  };
  return `${HEAD}${stringify(config, { lineWidth: 0 })}`;
}
