import type { Environment, S3Keys, StoreAddress } from './address.ts';
import { parseBucketAddress, parseEndpoint } from './bucket-address.ts';
import { StoreError } from './error.ts';

const form = {
  name: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  nameRule: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  parameters: ['endpoint', 'region'],
  example: 's3://bucket/prefix?region=eu-central-1',
};

/**
 * `s3://bucket/prefix?endpoint=…&region=…`, with keys from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or else from
 * where Amazon's tools find them. Throws `store/address`, `store/credentials`.
 */
export function parseS3Address(text: string, env: Environment): Extract<StoreAddress, { kind: 's3' }> {
  const { name, prefix, parameters } = parseBucketAddress(text, form);
  const given = parameters.get('endpoint');
  const endpoint = given === undefined ? undefined : parseEndpoint(given);
  const address = `s3://${name}/${prefix}`;
  const region = parameters.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  return {
    kind: 's3',
    address,
    bucket: name,
    prefix,
    region: region || regionFor(endpoint),
    endpoint,
    keys: toKeys(address, env),
  };
}

/** Servers other than Amazon's take this region as theirs. */
function regionFor(endpoint: string | undefined): string {
  if (endpoint !== undefined) return 'us-east-1';
  throw new StoreError('store/address', {
    place: 'its region is missing',
    expected: 'there as ?region=eu-central-1, or in AWS_REGION',
  });
}

function toKeys(store: string, env: Environment): S3Keys | undefined {
  const {
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
    AWS_SESSION_TOKEN: session = '',
  } = env;
  if (id === '' && secret === '') return undefined;
  if (id === '' || secret === '')
    throw new StoreError('store/credentials', {
      store,
      expected: 'both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    });
  return { accessKeyId: id, secretAccessKey: secret, ...(session !== '' && { sessionToken: session }) };
}
