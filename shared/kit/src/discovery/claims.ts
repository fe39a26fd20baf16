import type { WalletRef } from '@linkspan/contract';

const iconForm = /^data:image\/[a-z+.-]+[;,]/;
const mostIcon = 200_000;
const mostName = 90;
const reverseDomain = /^[a-z0-9-]+(\.[a-z0-9_-]+)+$/i;

/** Whether a value is a name or an id of 1 to 90 characters. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= mostName;
}

/** A name or an id that a wallet gives itself, cut to 90 characters; undefined for anything else. */
export function toName(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, mostName) : undefined;
}

/** A wallet's claimed identity across families; nothing if it is no reverse domain name. No standard proves it. */
export function toIdentity(claimed: unknown): { readonly identity?: string } {
  return isName(claimed) && reverseDomain.test(claimed) ? { identity: claimed.toLowerCase() } : {};
}

/** A wallet's icon; nothing if it is no `data:image` URI of at most 200,000 characters. */
export function toIcon(icon: unknown): { readonly icon?: string } {
  return typeof icon === 'string' && icon.length <= mostIcon && iconForm.test(icon) ? { icon } : {};
}

/** A wallet that the team knows, installed or not. */
export type KnownWallet = WalletRef & {
  readonly identity?: string;
  /** Other ids that it announces itself by: builds for testers, and the like. */
  readonly otherIds?: readonly string[];
  /** Whether its extension is in the page, though it announces nothing: it is loaded like one that opens a window. */
  readonly isHere?: () => boolean;
} & (
    | {
        /** The page to install it from, for a computer and for a phone. */
        readonly installUrl: string;
        /** The `https:` address that opens a page in the browser of its app. The page has no query and no fragment. */
        readonly openUrl?: (page: URL) => string;
        readonly reach?: never;
      }
    /** Its code is part of the remote, and loads at its press. */
    | { readonly reach: 'window' | 'pairing'; readonly openUrl?: never }
  );

/** Whether an installed wallet claims to be this one, by its id or its identity. */
export function isClaimedBy(
  { id, otherIds = [] }: Pick<KnownWallet, 'id' | 'otherIds'>,
  claiming: { readonly id: string; readonly identity?: string },
): boolean {
  return [id, ...otherIds].some((one) => one === claiming.id || one === claiming.identity);
}

/** The name of a known wallet, installed or not; of any other its id. */
export function nameOf(id: string, known: readonly KnownWallet[]): string {
  return known.find((wallet) => wallet.id === id)?.name ?? id;
}
