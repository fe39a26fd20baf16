import { expandConfig, type ShortConfig } from '@linkspan/contract/short-config';

interface Expanded {
  readonly families: readonly { readonly id: string; readonly remote: { readonly options?: unknown } }[];
}

/** A page on these networks in the long form, with each remote below an address in place of its package. */
export function toPublicConfig(short: ShortConfig, remotes = '/remotes/') {
  const config = expandConfig(short) as Expanded;
  const families = config.families.map(({ remote: { options }, ...family }) => {
    const name = `remote-${family.id}`;
    return {
      ...family,
      remote: { name, url: `${remotes}${name}/`, ...(options !== undefined && { options }) },
    };
  });
  return { ...config, families };
}
