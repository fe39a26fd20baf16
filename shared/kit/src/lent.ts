import { fitsRange } from '@linkspan/contract';

/** A federation's share scope: what is lent of each library, by its version. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provider>>>>;

/** `lib` makes the module, where it is in the page already; else `get` answers what makes it. */
export interface Provider {
  readonly lib?: (() => object) | null;
  readonly get?: () => Promise<() => object> | (() => object);
}

type Module = Readonly<Record<string, unknown>>;

const lent = new Map<string, Module>();

/** Takes the page's copy of each library; `needs` has their ranges: `{react: '^19.0.0'}`. Rejects where one is missing. */
export async function takeLent(scope: ShareScope, needs: Readonly<Record<string, string>>): Promise<void> {
  for (const [library, range] of Object.entries(needs)) lent.set(library, await take(scope, library, range));
}

/** A library that was taken before. Throws where it was not. */
export function lentLibrary(library: string): Module {
  const module = lent.get(library);
  if (module === undefined) throw new Error(`${library} is imported before the page has lent it`);
  return module;
}

async function take(scope: ShareScope, library: string, range: string): Promise<Module> {
  const [, provider] =
    Object.entries(scope[library] ?? {}).find(([version]) => fitsRange(range, version)) ?? [];
  const make = provider?.lib ?? (await provider?.get?.());
  if (make === undefined) throw new Error(`The page lends no ${library} of ${range}`);
  return (await make()) as Module;
}
