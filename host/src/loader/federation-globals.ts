/** Gives the federation's runtime core, once it has loaded, to the containers of all remotes. */
export type ProvideCore = (core: object) => void;

/**
 * Defines the globals of the federation for good, before any code of a remote runs: the runtime takes those that it finds,
 * and with them whatever a remote would put there in place of the page's, such as plugins or a class of its own. Must be
 * called once. A global that an extension has defined for good stays as it is.
 */
export function reserveFederation(scope: object): ProvideCore {
  let provided: object | undefined;
  const nothing = { get: () => undefined, set: () => undefined };
  const federation = Object.defineProperties(
    { moduleInfo: {} },
    {
      __GLOBAL_PLUGIN__: { value: Object.freeze([]) },
      // Containers look here for what others share: each has its own scope, so that there is nothing to find.
      __INSTANCES__: { value: keepEmpty([]) },
      __SHARE__: { value: keepEmpty({}) },
      __MANIFEST_LOADING__: { value: {} },
      __PRELOADED_MAP__: { value: new Map() },
      __PRELOADED_ASSETS__: { value: new Set() },
      // Assigned if somebody debugs.
      __DEBUG_CONSTRUCTOR__: nothing,
      __DEBUG_CONSTRUCTOR_VERSION__: nothing,
    },
  );
  const globals: PropertyDescriptorMap = {
    __FEDERATION__: { value: federation },
    __VMOK__: { value: federation },
    __GLOBAL_LOADING_REMOTE_ENTRY__: { value: {} },
    // Remotes are built without the runtime's core and find it here (`experiments.externalRuntime`).
    _FEDERATION_RUNTIME_CORE: { get: () => provided },
  };
  for (const [name, descriptor] of Object.entries(globals)) Reflect.defineProperty(scope, name, descriptor);
  return (core) => {
    provided = core;
  };
}

/** The same object, which takes what is put into it, and keeps none of it. */
function keepEmpty<Value extends object>(value: Value): Value {
  return new Proxy(value, { set: () => true, defineProperty: () => false });
}
