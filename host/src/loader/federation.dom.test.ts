import { beforeEach, describe, expect, it } from 'vitest';
import { reserveFederation } from './federation-globals.ts';

const provide = reserveFederation(globalThis);
// The runtime takes the globals that it finds.
const { startFederation } = await import('./federation.ts');

/** The strict code of a remote, which replaces a global. */
const assign = (scope: object, name: string, value: unknown) => () => {
  Reflect.set(scope, name, value);
  Object.defineProperty(scope, name, { value });
};

const planted = { planted: true };

describe('the globals of the federation', () => {
  let scope: Record<string, never> & { __FEDERATION__: Record<string, unknown[]> };
  let provideCore: ReturnType<typeof reserveFederation>;

  beforeEach(() => {
    scope = {} as typeof scope;
    provideCore = reserveFederation(scope);
  });

  it.each(['__FEDERATION__', '__VMOK__', '__GLOBAL_LOADING_REMOTE_ENTRY__', '_FEDERATION_RUNTIME_CORE'])(
    'are the page’s, whatever a remote does before the runtime loads: %s',
    (name) => {
      const own = scope[name];
      expect(assign(scope, name, planted)).toThrow(TypeError);
      expect(Reflect.deleteProperty(scope, name)).toBe(false);
      expect(scope[name]).toBe(own);
    },
  );

  it('take no plugin, no class and no list of instances from a remote', () => {
    const { __FEDERATION__: federation } = scope;
    expect(() => federation.__GLOBAL_PLUGIN__?.push(planted)).toThrow(TypeError);
    for (const name of ['__GLOBAL_PLUGIN__', '__DEBUG_CONSTRUCTOR__', '__INSTANCES__', '__SHARE__'])
      expect(assign(federation, name, planted)).toThrow(TypeError);
    expect(JSON.stringify(federation)).not.toContain('planted');
  });

  it('provide the runtime’s core once it has loaded', () => {
    const core = {};
    expect(scope._FEDERATION_RUNTIME_CORE).toBeUndefined();
    provideCore(core);
    expect(scope._FEDERATION_RUNTIME_CORE).toBe(core);
  });

  it('leave what an extension has defined for good', () => {
    const extended = Object.defineProperty({}, '__FEDERATION__', { value: planted });
    reserveFederation(extended);
    expect(extended).toMatchObject({ __FEDERATION__: planted, __GLOBAL_LOADING_REMOTE_ENTRY__: {} });
  });
});

describe('the share scope of a remote', () => {
  interface Seen {
    readonly scope: Record<string, Record<string, { get(): Promise<() => unknown> }>>;
    readonly all: Record<string, unknown>;
  }

  /** The container of a remote, which keeps what it is given. The comment makes its address its own. */
  const toContainer = (name: string) =>
    `data:text/javascript,${encodeURIComponent(`// ${name}
let seen;
export const init = (scope, _, { shareScopeMap }) => { seen = { scope, all: shareScopeMap }; };
export const get = async () => () => ({ seen });`)}`;

  const library = { say: () => 'the page’s' };
  const federation = startFederation({ library: '1.2.0' }, async () => ({ library }), provide);
  const load = async (name: string) =>
    ((await federation.load(name, toContainer(name), 'connector')) as { seen: Seen }).seen;

  it('has the libraries of the page', async () => {
    const { scope } = await load('remote-evm');
    expect((await scope.library?.['1.2.0']?.get())?.()).toBe(library);
  });

  it('gets nothing that another remote puts into its own', async () => {
    const first = await load('remote-solana');
    Object.assign(first.scope, { library: { '1.9.9': { get: () => expect.fail() } }, other: {} });
    Object.assign(first.all, { more: {} });
    const second = await load('remote-near');
    expect(Object.keys(second.scope.library ?? {})).toEqual(['1.2.0']);
    expect([Object.keys(second.scope), Object.keys(second.all)]).toEqual([['library'], ['default']]);
  });

  it('is found by no other remote, as is what that remote shares', async () => {
    await load('remote-tron');
    const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: Record<string, unknown[]> };
    __FEDERATION__.__INSTANCES__?.push(planted);
    Object.assign(__FEDERATION__.__SHARE__ ?? {}, { planted });
    expect(__FEDERATION__).toMatchObject({ __INSTANCES__: [], __SHARE__: {} });
    expect(
      [__FEDERATION__.__INSTANCES__, __FEDERATION__.__SHARE__].map((one) => Object.keys(one ?? {})),
    ).toEqual([[], []]);
  });
});
