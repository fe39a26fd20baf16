import type { Plugin, PluginOption } from 'vite';

/** What the federation plugin's own hook uses of the build. */
interface Context {
  getModuleInfo(id: string): object | null;
}

type Hook = (this: Context, module: object) => void;

/** The plugin that finds out when all modules have been seen. */
const watcher = 'parseEnd';

/**
 * Has the federation's plugins wait for modules that are imported and not yet begun. What a shared library must export
 * is read from the modules that were seen until nothing happened for 10 ms; Rolldown tells nothing of a module before it
 * begins it, so on a busy machine the end came too early, and the build failed for want of an export. The plugin's
 * `moduleParseIdleTimeout` only limits the whole wait, and does not help.
 * Throws where the plugin that waits is no longer known by its name.
 */
export function wholeGraph(plugins: PluginOption): PluginOption {
  const all = [plugins].flat() as Plugin[];
  // In a test runner the federation has none.
  if (all.length > 0 && !all.some(({ name }) => name === watcher))
    throw new Error(`The federation has no plugin ${watcher} any more: see whole-graph.ts.`);
  return all.map((plugin) => (plugin.name === watcher ? patient(plugin) : plugin));
}

function patient(plugin: Plugin): Plugin {
  const hook = plugin.moduleParsed as Hook;
  const moduleParsed: Hook = function (module) {
    const getModuleInfo = (id: string) => this.getModuleInfo(id) ?? {};
    return hook.call(Object.assign(Object.create(this), { getModuleInfo }), module);
  };
  return { ...plugin, moduleParsed: moduleParsed as NonNullable<Plugin['moduleParsed']> };
}
