import { createHash } from 'node:crypto';
import type { Bytes } from '@linkspan/trust';
import type { Brand } from '../config.ts';
import { toBrandStyle } from './brand-style.ts';
import { type Picture, parsePicture } from './parse-picture.ts';
import { readConfigured } from './read-configured.ts';

/** A picture of the page's own origin: its address below the site, such as `/assets/logo-x7Qa_B-9.svg`, and what it holds. */
interface BrandPicture extends Picture {
  readonly address: string;
  readonly bytes: Bytes;
}

/** A brand as the page is rendered with it. */
export interface PageBrand {
  readonly logo?: BrandPicture;
  readonly favicon?: BrandPicture;
  /** CSS that comes after the page's own. */
  readonly style: string;
}

/** Reads what a brand names, below the configuration's folder. Rejects with `config/malformed` and the field. */
export async function readBrand(brand: Brand = {}, folder: string): Promise<PageBrand> {
  const style = toBrandStyle(brand);
  const read = async (name: 'logo' | 'favicon', file: string): Promise<BrandPicture> => {
    const bytes = await readConfigured(file, `brand.${name}`, folder);
    const picture = parsePicture(bytes, `brand.${name}`);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    const ending = picture.type === 'image/png' ? 'png' : 'svg';
    return { ...picture, bytes, address: `/assets/${name}-${hash}.${ending}` };
  };
  const { logo, favicon } = brand;
  return {
    style,
    ...(logo !== undefined && { logo: await read('logo', logo) }),
    ...(favicon !== undefined && { favicon: await read('favicon', favicon) }),
  };
}
