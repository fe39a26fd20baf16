import { describe, expect, it } from 'vitest';
import { toSharedFolder } from './paths.ts';

const named = ['discovery-CqlUMHQk.js', 'remoteEntry-gbXrggzY.js', 'note-B-oLSdt0.js', 'deep/mf-B2HVhSaz.js'];

function folderOf(...files: readonly (string | readonly [path: string, content: string])[]): string {
  const listed = files.map((file) => {
    const [path, content] = typeof file === 'string' ? [file, 'a'] : file;
    return { path, bytes: 1, integrity: `sha384-${content.repeat(64)}` };
  });
  return toSharedFolder({ remote: 'remote-evm', files: listed });
}

describe('the folder of a release’s files', () => {
  it('is the same for all releases whose names tell the content', () => {
    expect(folderOf(...named)).toBe('remote-evm/releases/files/');
    expect(folderOf('other-00000000.js')).toBe('remote-evm/releases/files/');
    expect(folderOf('mf-manifest-Al36VjWC.json')).toBe('remote-evm/releases/files/');
    expect(folderOf('THIRD-PARTY-NOTICES-Al36VjWC.txt')).toBe('remote-evm/releases/files/');
  });

  it('is called by the content of those whose names do not', () => {
    const folder = folderOf(...named, ['dark.css', 'a'], ['workers/count.js', 'b']);
    expect(folder).toMatch(/^remote-evm\/releases\/files-[0-9a-f]{16}\/$/);
    expect(folderOf(['workers/count.js', 'b'], ['dark.css', 'a'], 'other-00000000.js')).toBe(folder);
    expect(folderOf(...named, ['dark.css', 'b'], ['workers/count.js', 'b'])).not.toBe(folder);
    expect(folderOf(...named, ['dark.css', 'a'])).not.toBe(folder);
  });

  it.each([
    'dark.css',
    'dark-CqlUMHQk.css',
    'count.js',
    'my-worker.js',
    'curve.wasm',
    'THIRD-PARTY-NOTICES.txt',
  ])('is another one with %s', (file) => {
    expect(folderOf(...named, file)).not.toBe('remote-evm/releases/files/');
  });
});
