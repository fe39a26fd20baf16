import type { Switches } from './switches.ts';

/** Makes an icon that a page must not show, or cannot: each is harmless where a page takes it for a picture. */
export function toBrokenIcon(kind: Exclude<Switches['icon'], 'own'>): string {
  return broken[kind]();
}

const broken = {
  // Nothing answers at a port 9: a page that asks for it shows so in its requests.
  address: () => 'http://127.0.0.1:9/practice-icon.png',
  script: () => 'javascript:void 0',
  broken: () =>
    `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><rect width="32"')}`,
  huge: () => `data:image/png;base64,${'A'.repeat(1_048_576)}`,
};
