/** A chain family's name in configuration, storage and the page, such as `evm`: `[a-z][a-z0-9-]{0,31}`. */
export type FamilyId = string;

/** A network as CAIP-2 writes it: `namespace:reference`, such as `eip155:1`. */
export type NetworkId<Namespace extends string = string> = `${Namespace}:${string}`;

/** An account on a network as CAIP-10 writes it: a CAIP-2 id, `:`, the address. */
export type AccountId<Namespace extends string = string> = `${Namespace}:${string}:${string}`;

/** An asset on a network as CAIP-19 writes it: a CAIP-2 id, `/`, a namespace, `:`, a reference. */
export type AssetId = `${string}:${string}/${string}:${string}`;

const familyForm = /^[a-z][a-z0-9-]{0,31}$/;
const networkForm = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

export function isFamilyId(value: unknown): value is FamilyId {
  return typeof value === 'string' && familyForm.test(value);
}

/** CAIP-2, "Syntax". */
export function isNetworkId(value: unknown): value is NetworkId {
  return typeof value === 'string' && networkForm.test(value);
}

const assetForm =
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(\/[-.%a-zA-Z0-9]{1,78})?$/;

/** CAIP-19, "Syntax". */
export function isAssetId(value: unknown): value is AssetId {
  return typeof value === 'string' && assetForm.test(value);
}

/** The namespace of a network or account: `eip155` of `eip155:1`. */
export function namespaceOf(id: NetworkId | AccountId): string {
  return id.slice(0, id.indexOf(':'));
}

/** The network of an account. */
export function networkOf<Namespace extends string>(account: AccountId<Namespace>): NetworkId<Namespace> {
  return account.slice(0, account.lastIndexOf(':')) as NetworkId<Namespace>;
}

/** An account's address in its chain's own format: what CAIP-10 had to escape is decoded. */
export function addressOf(account: AccountId): string {
  return decodeURIComponent(account.slice(account.lastIndexOf(':') + 1));
}

/** The CAIP-10 id of an address on a network; characters outside of CAIP-10 are percent-encoded. */
export function toAccountId<Namespace extends string>(
  network: NetworkId<Namespace>,
  address: string,
): AccountId<Namespace> {
  // Characters of a URI that CAIP-10 does not allow: all are ASCII above 0x1f.
  const escaped = encodeURIComponent(address).replace(
    /[_!~*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${network}:${escaped}` as AccountId<Namespace>;
}
