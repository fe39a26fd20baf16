import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AzureAccess,
  type Environment,
  parseBucketAddress,
  parseEndpoint,
  type S3Keys,
  type StoreAddress,
} from './address.ts';
import { toNoCredentials, toWrongAddress } from './errors.ts';

const forms =
  'file:./folder, s3://bucket/prefix?region=eu-central-1 or azure://container/prefix?account=name';

/** Reads a store's address. Throws `store/address`, and `store/credentials` if the environment lacks them. */
export function parseStoreAddress(text: string, env: Environment): StoreAddress {
  const scheme = /^([a-z0-9]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file') return parseLocalAddress(text);
  if (scheme === 's3') return parseS3Address(text, env);
  if (scheme === 'azure') return parseAzureAddress(text, env);
  // Only the beginning is repeated: the rest could be a connection string.
  const place =
    scheme === undefined ? 'it does not say which kind of store' : `there is no kind of store “${scheme}:”`;
  throw toWrongAddress(place, forms);
}

/** `file:./folder`, `file:/folder` or `file:///folder`. Throws `store/address`. */
function parseLocalAddress(text: string): Extract<StoreAddress, { kind: 'local' }> {
  const folder = toFolder(text);
  return { kind: 'local', address: `file:${folder}`, folder };
}

function toFolder(text: string): string {
  const rest = text.slice('file:'.length);
  if (rest === '' || rest.includes('\0')) refuseLocal('the folder is missing');
  if (!rest.startsWith('//')) return resolve(rest);
  try {
    return fileURLToPath(text);
  } catch {
    return refuseLocal('the folder after file:// is not on this machine');
  }
}

function refuseLocal(place: string): never {
  throw toWrongAddress(place, 'file: and a folder, such as file:./store');
}

const s3Form = {
  name: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  nameRule: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  parameters: ['endpoint', 'region'],
  example: 's3://bucket/prefix?region=eu-central-1',
};

/**
 * `s3://bucket/prefix?endpoint=…&region=…`, with keys from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or else from
 * where Amazon's tools find them. Throws `store/address`, `store/credentials`.
 */
function parseS3Address(text: string, env: Environment): Extract<StoreAddress, { kind: 's3' }> {
  const { name, prefix, parameters } = parseBucketAddress(text, s3Form);
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
  throw toWrongAddress('its region is missing', 'there as ?region=eu-central-1, or in AWS_REGION');
}

function toKeys(store: string, env: Environment): S3Keys | undefined {
  const {
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
    AWS_SESSION_TOKEN: session = '',
  } = env;
  if (id === '' && secret === '') return undefined;
  if (id === '' || secret === '')
    throw toNoCredentials(store, 'both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { accessKeyId: id, secretAccessKey: secret, ...(session !== '' && { sessionToken: session }) };
}

const azureForm = {
  name: /^(\$web|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/,
  nameRule: 'the name of a container: $web, or 3 to 63 small letters, digits and single hyphens',
  parameters: ['account', 'endpoint'],
  example: 'azure://container/prefix?account=name',
};

/**
 * `azure://container/prefix?account=…&endpoint=…`, with AZURE_STORAGE_CONNECTION_STRING, or the account's
 * AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN. Throws `store/address`, `store/credentials`.
 */
function parseAzureAddress(text: string, env: Environment): Extract<StoreAddress, { kind: 'azure' }> {
  const { name, prefix, parameters } = parseBucketAddress(text, azureForm);
  const address = `azure://${name}/${prefix}`;
  return { kind: 'azure', address, container: name, prefix, access: toAccess(address, parameters, env) };
}

function toAccess(store: string, parameters: ReadonlyMap<string, string>, env: Environment): AzureAccess {
  const account = parameters.get('account') ?? env.AZURE_STORAGE_ACCOUNT ?? '';
  const { AZURE_STORAGE_KEY: key = '', AZURE_STORAGE_SAS_TOKEN: token = '' } = env;
  const { AZURE_STORAGE_CONNECTION_STRING: whole = '' } = env;
  if (whole !== '') return toWhole(store, whole, parameters);
  if (key === '' && token === '')
    throw toNoCredentials(
      store,
      'AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN',
    );
  if (!/^[a-z0-9]{3,24}$/.test(account))
    refuseAzure('its account', '3 to 24 small letters and digits, as ?account=name');
  const endpoint = parseEndpoint(parameters.get('endpoint') ?? `https://${account}.blob.core.windows.net`);
  if (key !== '') return { kind: 'key', endpoint, account, key: parseKey(store, key) };
  return { kind: 'token', endpoint, token: token.replace(/^\?/, '') };
}

/** A connection string says everything itself; what the address says besides would be passed over in silence. */
function toWhole(store: string, text: string, parameters: ReadonlyMap<string, string>): AzureAccess {
  if (parameters.size > 0)
    refuseAzure(
      'its parameters',
      'left out while AZURE_STORAGE_CONNECTION_STRING is set, which names account and endpoint',
    );
  const fields = new Map(text.split(';').map((field) => splitOnce(field)));
  const isWhole =
    (fields.has('AccountName') && fields.has('AccountKey')) ||
    (fields.has('BlobEndpoint') && fields.has('SharedAccessSignature')) ||
    text === 'UseDevelopmentStorage=true';
  if (!isWhole)
    throw toNoCredentials(
      store,
      'AZURE_STORAGE_CONNECTION_STRING to a whole string, with AccountName and AccountKey',
    );
  if (fields.has('AccountKey')) parseKey(store, fields.get('AccountKey') ?? '');
  return { kind: 'connection-string', text };
}

function splitOnce(field: string): readonly [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
}

function parseKey(store: string, key: string): string {
  if (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(key)) return key;
  throw toNoCredentials(store, 'the account’s key as Azure shows it, in base64');
}

function refuseAzure(place: string, expected: string): never {
  throw toWrongAddress(place, expected);
}
