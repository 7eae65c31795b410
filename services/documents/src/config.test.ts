import { ConfigError, loadConfig } from '@coulisse/service-kit';
import { documentsShape, storageSettings } from './config';

const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'theatre-files',
  S3_ACCESS_KEY_ID: 'someone',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const where = (env: Record<string, string>) => storageSettings(loadConfig(documentsShape, env));
const reasons = (env: Record<string, string>): readonly string[] => {
  try {
    where(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons.map((reason) => reason.split(':')[0] ?? '');
    throw error;
  }
  return [];
};

it('keeps files in a folder', () => {
  expect(where({ STORAGE_DIR: '/srv/files' })).toEqual({ folder: '/srv/files' });
});

it('keeps them in an S3 where one is named, whatever folder there is', () => {
  expect(where({ ...s3, STORAGE_DIR: '/srv/files' })).toEqual({
    s3: {
      endpoint: 'https://s3.example',
      bucket: 'theatre-files',
      region: 'us-east-1',
      accessKeyId: 'someone',
      secretAccessKey: 'secret',
      pathStyle: true,
      timeoutMs: 10_000,
    },
  });
  expect(
    where({ ...s3, S3_REGION: 'eu-west-3', S3_PATH_STYLE: 'false', S3_TIMEOUT_MS: '5000' }),
  ).toMatchObject({ s3: { region: 'eu-west-3', pathStyle: false, timeoutMs: 5_000 } });
});

it.each(Object.keys(s3))('lists what is missing when there is only %s', (given) => {
  const env = { STORAGE_DIR: '/srv/files', [given]: s3[given as keyof typeof s3] };
  expect(reasons(env)).toEqual(Object.keys(s3).filter((key) => key !== given));
});

it('needs a place', () => {
  expect(reasons({})).toEqual(['STORAGE_DIR']);
});

it('lists what cannot be right', () => {
  const wrong = {
    S3_ENDPOINT: 's3.example',
    S3_BUCKET: 'No_Bucket',
    S3_PATH_STYLE: 'perhaps',
    S3_TIMEOUT_MS: 'soon',
  };
  expect(reasons({ ...s3, ...wrong })).toEqual(Object.keys(wrong));
});
