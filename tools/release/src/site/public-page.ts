import {
  type PublicFamily,
  publicFamilies,
  publicIdentities,
  type WalletOrigins,
  walletOrigins,
} from '@linkspan/contract/public-networks';

/** The configuration of a page for all public networks, whose remotes are in one folder and whose documents lie beside it. */
export function toPublicPage({ title, remotes }: { readonly title: string; readonly remotes: string }) {
  return {
    $schema: './wallets.schema.json',
    title,
    families: publicFamilies.map((family) => toFamily(family, remotes)),
    identities: publicIdentities,
    connect: toOrigins('connect'),
    frames: toOrigins('frames'),
    framedBy: toOrigins('framedBy'),
  };
}

/** A family of such a page. */
export type PublicPageFamily = ReturnType<typeof toFamily>;

function toFamily({ package: _, networks, ...family }: PublicFamily, remotes: string) {
  const name = `remote-${family.id}`;
  return {
    ...family,
    remote: { name, url: `${remotes}${name}/`, root: `roots/${name}.json`, live: `live/${name}.json` },
    networks: Object.values(networks),
  };
}

function toOrigins(field: Exclude<keyof WalletOrigins, 'family'>): readonly string[] {
  return walletOrigins.flatMap((one) => one[field] ?? []);
}
