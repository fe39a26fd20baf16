/** The modules that a remote exposes, by their names such as `./connector`. */
export type Exposed = Readonly<Record<string, () => Promise<unknown>>>;

/** What the entry of a remote answers a federation's runtime: a factory of the module. Rejects as loading it does. */
export function createGet(exposed: Exposed): (name: string) => Promise<() => unknown> {
  return async (name) => {
    const load = Object.hasOwn(exposed, name) ? exposed[name] : undefined;
    if (load === undefined) throw new Error(`The remote exposes no ${name}`);
    const module = await load();
    return () => module;
  };
}
