/** Whether none of the addresses that a wallet shows says anything: one that was never unlocked answers `[""]`. */
export function isBlank(addresses: readonly unknown[] | undefined): boolean {
  return !!addresses?.length && addresses.every((address) => address === '' || address === null);
}
