import type { Manifest } from '@linkspan/trust';
import { type Build, isSameBuild } from './is-same-build.ts';

/** What is to be done so that pages get what is built here. */
export type Plan =
  | { readonly kind: 'keep' }
  /** Published before: the source went back to it. */
  | { readonly kind: 'promote'; readonly version: string }
  /** Published, and taken back since: whoever did so is not overruled. */
  | { readonly kind: 'leave'; readonly version: string }
  | { readonly kind: 'release' };

type Released = Build & Pick<Manifest, 'version' | 'sequence'>;

/** The plan for a build. `live` is undefined where nothing has ever been live, and empty where it is withdrawn. */
export function toPlan(options: {
  readonly built: Build;
  /** The published ones that may run, by their sequence. */
  readonly published: readonly Released[];
  readonly live: readonly Released[] | undefined;
}): Plan {
  const { built, published, live } = options;
  if (live?.some((one) => isSameBuild(one, built))) return { kind: 'keep' };
  const twin = published.filter((one) => isSameBuild(one, built)).at(-1);
  if (twin === undefined) return { kind: 'release' };
  const isTakenBack = live?.every((one) => one.sequence < twin.sequence) ?? false;
  return { kind: isTakenBack ? 'leave' : 'promote', version: twin.version };
}
