import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parts } from './build.mjs';
import { root } from './root.mjs';

describe.each(parts.map((part) => /** @type {const} */ ([part.name, part])))(
  'the build of %s',
  (name, part) => {
    it('reads files and folders that are there', async () => {
      await Promise.all(part.reads.map((path) => access(join(root, path))));
    });

    it('is made again with its own source and with the versions of libraries', () => {
      expect(part.reads).toContain(name);
      expect(part.reads).toContain('pnpm-lock.yaml');
    });

    it('is not made again when the release command changes', () => {
      expect(part.reads.filter((path) => path.startsWith('tools/release'))).toEqual([]);
    });

    it('is made again with every package of the workspace that is in it', async () => {
      const { dependencies = {} } = JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8'));
      const own = Object.keys(dependencies).filter((key) => key.startsWith('@linkspan/'));
      for (const key of own) expect(part.reads).toContain(`shared/${key.replace('@linkspan/', '')}/src`);
    });
  },
);
