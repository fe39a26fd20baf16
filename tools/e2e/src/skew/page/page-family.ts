import type { Network } from '@linkspan/contract';

/** A family of a fixture page's configuration. */
export interface PageFamily {
  readonly id: string;
  readonly title: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly remote: { readonly name: string; readonly url: string; readonly options?: unknown };
}

/** The facts of all families, for reading; which facts a family has depends on the page's contract. */
export interface PageView {
  readonly families: readonly string[];
  family(id: string): unknown;
}
