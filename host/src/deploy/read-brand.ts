import type { Brand } from '../config.ts';
import type { Picture } from '../ui/page-frame.tsx';
import { toBrandStyle } from './brand-style.ts';
import { parsePicture } from './parse-picture.ts';
import { readConfigured } from './read-configured.ts';

/** A brand as the page is rendered with it. */
export interface PageBrand {
  readonly logo?: Picture;
  readonly favicon?: Picture;
  /** CSS that comes after the page's own. */
  readonly style: string;
}

/** Reads what a brand names, below the configuration's folder. Rejects with `config/malformed` and the field. */
export async function readBrand(brand: Brand = {}, folder: string): Promise<PageBrand> {
  const style = toBrandStyle(brand);
  const read = async (name: 'logo' | 'favicon', file: string): Promise<Picture> =>
    parsePicture(await readConfigured(file, `brand.${name}`, folder), `brand.${name}`);
  const { logo, favicon } = brand;
  return {
    style,
    ...(logo !== undefined && { logo: await read('logo', logo) }),
    ...(favicon !== undefined && { favicon: await read('favicon', favicon) }),
  };
}
