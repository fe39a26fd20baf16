import type { PageConfig } from '../../config.ts';

/** The style rules that give each family its hue: `[data-family="evm"]{--hue:268}`. */
export function familyStyle({ families }: PageConfig): string {
  return families.map(({ id, mark }) => `[data-family="${id}"]{--hue:${mark.hue}}`).join('');
}
