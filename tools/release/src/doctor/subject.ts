import type { Root } from '@linkspan/trust';
import type { HostOffer } from '../documents/host-offer.ts';

/** A remote as it is deployed, and for whom it is looked at. */
export interface RemoteSubject {
  /** Where its live document is; ends in `/`. */
  readonly base: string;
  /** What the page calls it, where there is a page. */
  readonly remote?: string;
  /** The root that the page carries, where there is a page. */
  readonly root?: Root;
  /** What the page offers, where there is a page that says so. */
  readonly offer?: HostOffer;
  /** The origin of the page. */
  readonly origin: string;
  /** Whether that is another origin than the remote's. */
  readonly isShared: boolean;
}

/** What was found of a page or of a remote, before it is put together. */
export interface Examined<Note> {
  readonly kind: 'page' | 'remote';
  readonly address: string;
  /** What it is called, such as `remote-evm 1.2.0`. */
  readonly name: string;
  readonly notes: readonly Note[];
}
