import { federation } from '@module-federation/vite';
import type { Plugin } from 'vite';
import { expect, it, vi } from 'vitest';
import { wholeGraph } from './whole-graph.ts';

interface Context {
  readonly resolve: string;
  getModuleInfo(id: string): object | null;
}

type Hook = (this: Context, module: object) => void;

/** The hook that hears of a parsed module, as the build would call it. */
function hookOf(plugins: unknown): Hook {
  const found = (plugins as { name: string; moduleParsed: Hook }[]).find(({ name }) => name === 'parseEnd');
  if (found === undefined) throw new Error('There is no such plugin.');
  return found.moduleParsed;
}

it('counts a module that is imported and not yet begun', () => {
  const seen: unknown[] = [];
  const watcher = {
    name: 'parseEnd',
    moduleParsed(this: Context) {
      seen.push(this.getModuleInfo('begun'), this.getModuleInfo('not begun'), this.resolve);
    },
  };
  const context = {
    resolve: 'as it was',
    getModuleInfo: (id: string) => (id === 'begun' ? { id } : null),
  };
  hookOf(wholeGraph([watcher as unknown as Plugin])).call(context, {});
  expect(seen).toEqual([{ id: 'begun' }, {}, 'as it was']);
});

it('leaves all other plugins as they are', () => {
  const [other, watcher] = [{ name: 'other' }, { name: 'parseEnd', moduleParsed: () => undefined }];
  expect((wholeGraph([other, watcher]) as Plugin[])[0]).toBe(other);
  expect(wholeGraph([])).toEqual([]);
});

it('knows the plugin of the federation that is installed, and says so where it is gone', () => {
  vi.stubEnv('MFE_VITE_NO_TEST_ENV_CHECK', 'true');
  const installed = federation({ name: 'remote', dts: false, shared: {} });
  vi.unstubAllEnvs();
  expect(hookOf(wholeGraph(installed as Plugin[]))).not.toBe(hookOf(installed));
  expect(() => wholeGraph([{ name: 'other' }])).toThrow('parseEnd');
});
