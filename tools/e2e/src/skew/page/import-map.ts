import type { Release } from './load-release.ts';

/** Puts the page's one import map in force: of each remote only the listed files, and those with their hash. */
export function installImportMap(releases: readonly Release[]): void {
  const imports: Record<string, string> = {};
  const integrity: Record<string, string> = {};
  for (const { url, manifest, addressOf } of releases) {
    imports[url] = 'https://blocked.invalid/';
    for (const file of manifest.files) {
      const address = addressOf(file.path);
      imports[address] = address;
      integrity[address] = file.integrity;
    }
  }
  const script = document.createElement('script');
  script.type = 'importmap';
  script.textContent = JSON.stringify({ imports, integrity });
  document.head.append(script);
}
