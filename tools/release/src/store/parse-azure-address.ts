import type { AzureAccess, Environment, StoreAddress } from './address.ts';
import { parseBucketAddress, parseEndpoint } from './bucket-address.ts';
import { StoreError } from './error.ts';

const form = {
  name: /^(\$web|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/,
  nameRule: 'the name of a container: $web, or 3 to 63 small letters, digits and single hyphens',
  parameters: ['account', 'endpoint'],
  example: 'azure://container/prefix?account=name',
};

/**
 * `azure://container/prefix?account=…&endpoint=…`, with AZURE_STORAGE_CONNECTION_STRING, or the account's
 * AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN. Throws `store/address`, `store/credentials`.
 */
export function parseAzureAddress(text: string, env: Environment): Extract<StoreAddress, { kind: 'azure' }> {
  const { name, prefix, parameters } = parseBucketAddress(text, form);
  const address = `azure://${name}/${prefix}`;
  return { kind: 'azure', address, container: name, prefix, access: toAccess(address, parameters, env) };
}

function toAccess(store: string, parameters: ReadonlyMap<string, string>, env: Environment): AzureAccess {
  const account = parameters.get('account') ?? env.AZURE_STORAGE_ACCOUNT ?? '';
  const { AZURE_STORAGE_KEY: key = '', AZURE_STORAGE_SAS_TOKEN: token = '' } = env;
  const { AZURE_STORAGE_CONNECTION_STRING: whole = '' } = env;
  if (whole !== '') return toWhole(store, whole, parameters);
  if (key === '' && token === '')
    throw new StoreError('store/credentials', {
      store,
      expected: 'AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN',
    });
  if (!/^[a-z0-9]{3,24}$/.test(account))
    refuse('its account', '3 to 24 small letters and digits, as ?account=name');
  const endpoint = parseEndpoint(parameters.get('endpoint') ?? `https://${account}.blob.core.windows.net`);
  if (key !== '') return { kind: 'key', endpoint, account, key: parseKey(store, key) };
  return { kind: 'token', endpoint, token: token.replace(/^\?/, '') };
}

/** A connection string says everything itself; what the address says besides would be passed over in silence. */
function toWhole(store: string, text: string, parameters: ReadonlyMap<string, string>): AzureAccess {
  if (parameters.size > 0)
    refuse(
      'its parameters',
      'left out while AZURE_STORAGE_CONNECTION_STRING is set, which names account and endpoint',
    );
  const fields = new Map(text.split(';').map((field) => splitOnce(field)));
  const isWhole =
    (fields.has('AccountName') && fields.has('AccountKey')) ||
    (fields.has('BlobEndpoint') && fields.has('SharedAccessSignature')) ||
    text === 'UseDevelopmentStorage=true';
  if (!isWhole)
    throw new StoreError('store/credentials', {
      store,
      expected: 'AZURE_STORAGE_CONNECTION_STRING to a whole string, with AccountName and AccountKey',
    });
  if (fields.has('AccountKey')) parseKey(store, fields.get('AccountKey') ?? '');
  return { kind: 'connection-string', text };
}

function splitOnce(field: string): readonly [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
}

function parseKey(store: string, key: string): string {
  if (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(key)) return key;
  throw new StoreError('store/credentials', {
    store,
    expected: 'the account’s key as Azure shows it, in base64',
  });
}

function refuse(place: string, expected: string): never {
  throw new StoreError('store/address', { place, expected });
}
