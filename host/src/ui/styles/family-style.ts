import type { PageConfig } from '../../config.ts';

/** The style rules that give each family its hue and its mark: `[data-family="evm"]{--hue:268;--mark:path("M0 0h20z")}`. */
export function familyStyle({ families }: PageConfig): string {
  return families
    .map(({ id, mark }) => `[data-family="${id}"]{--hue:${mark.hue};--mark:path("${mark.path}")}`)
    .join('');
}
