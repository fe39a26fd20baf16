import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readAccount } from '../page/card.ts';
import { connect, connectAll } from '../page/connect.ts';
import { families, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { readScripts } from '../place/build-files.ts';
import { releaseFolder } from '../place/stack.ts';

/** What no build of these libraries can be without, since each has it as a text. */
const marks = {
  react: 'react.transitional.element',
  'react-dom': '__reactContainer$',
  nanostores: 'nanostoresGlobal',
} as const;

describe('one React and one store', () => {
  test('are in the host alone', async () => {
    const host = [...(await readScripts(join(root, 'host/dist/client'))).values()].join('\n');
    for (const [library, mark] of Object.entries(marks)) {
      expect(host, `the host has ${library}`).toContain(mark);
      for (const { remote } of families)
        for (const [file, text] of await readScripts(releaseFolder(remote)))
          expect(text.includes(mark), `${library} in ${file}`).toBe(false);
    }
  });

  test('are what connectors are lent through their ports', async ({ journey }) => {
    const page = await journey.open();
    await lendNoticed(page);
    await connectAll(page);
    const lent = await page.evaluate(async () => {
      const { ports, __FEDERATION__ } = globalThis as unknown as Face;
      const versions = Object.values(__FEDERATION__.__INSTANCES__[0]?.shareScopeMap.default.react ?? {});
      const [of] = versions;
      const shared = (of?.lib ?? (await of?.get()))?.();
      return {
        families: ports.map(({ family }) => family).sort(),
        oneView: new Set(ports.map(({ view }) => view)).size === 1,
        withReact: ports.flatMap(({ family, libraries: { react } }) =>
          react !== undefined && react === shared ? family : [],
        ),
        withLibraries: ports.flatMap(({ family, libraries }) =>
          Object.keys(libraries).length > 0 ? family : [],
        ),
        versions: versions.length,
        instances: __FEDERATION__.__INSTANCES__.filter(({ name }) => name === 'linkspan').length,
      };
    });
    expect(lent).toEqual({
      families: families.map(({ id }) => id).sort(),
      oneView: true,
      // Who needs none gets none: it is not waited for.
      withReact: [solana.id],
      withLibraries: [solana.id],
      versions: 1,
      instances: 1,
    });
  });

  test('hold what each connector has published, as the cards show it', async ({ journey }) => {
    const page = await journey.open();
    await connectAll(page);
    for (const family of families) {
      const published = await page.evaluate((id) => {
        const { linkspan } = globalThis as unknown as Face;
        return linkspan.view.family(id).connection.get().accounts?.[0];
      }, family.id);
      expect(published).toBe(`${family.networks[0].id}:${await readAccount(page, family)}`);
    }
  });

  test('are checked by identity: a connector that is lent another React refuses it', async ({ journey }) => {
    const page = await journey.open();
    await lendNoticed(page);
    await connect(page, solana);
    const adoptions = await page.evaluate(
      async (other) => {
        const { ports, mounts, approvals } = globalThis as unknown as Face;
        const [port, mount, approval] = [ports[0], mounts[0], approvals[0]];
        if (!port || !mount || !approval) return undefined;
        const module = { exports: {} };
        new Function('module', 'exports', other)(module, module.exports);
        const adoptWith = async (react: unknown) => {
          const handle = mount({ ...port, libraries: { ...port.libraries, react } });
          const lease = { publishConnection() {}, publishBalance() {}, publishTransfer() {} };
          try {
            await handle.adopt(approval, lease);
            return 'adopted';
          } catch (error) {
            return (error as { code?: string }).code;
          } finally {
            handle.unmount();
          }
        };
        return { own: await adoptWith(port.libraries.react), other: await adoptWith(module.exports) };
      },
      await readOtherReact(),
    );
    expect(adoptions).toEqual({ own: 'adopted', other: 'remote/second-copy' });
  });
});

interface Port {
  readonly family: string;
  readonly view: unknown;
  readonly libraries: Readonly<Record<string, unknown>>;
}

interface Handle {
  adopt(approved: unknown, lease: unknown): Promise<void>;
  unmount(): void;
}

type Mount = (port: Port) => Handle;

interface Instance {
  readonly name: string;
  readonly shareScopeMap: {
    default: Record<string, Record<string, { lib?(): unknown; get(): Promise<() => unknown> }>>;
  };
  loadRemote(id: string): Promise<{ mount: Mount }>;
}

/** What the page has globally, with what `lendNoticed` adds. */
interface Face {
  readonly linkspan: {
    readonly view: { family(id: string): { connection: { get(): { accounts?: readonly string[] } } } };
  };
  readonly __FEDERATION__: { readonly __INSTANCES__: readonly Instance[] };
  readonly ports: Port[];
  readonly mounts: Mount[];
  readonly approvals: unknown[];
}

/** From now on notes what the host lends to each connector that it loads through the federation. */
async function lendNoticed(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __FEDERATION__ } = globalThis as unknown as Partial<Face>;
    return __FEDERATION__?.__INSTANCES__.some(({ name }) => name === 'linkspan');
  });
  await page.evaluate(() => {
    const face = globalThis as unknown as Face;
    const [ports, mounts, approvals]: [Port[], Mount[], unknown[]] = [[], [], []];
    Object.assign(globalThis, { ports, mounts, approvals });
    const instance = face.__FEDERATION__.__INSTANCES__.find(({ name }) => name === 'linkspan');
    if (!instance) throw new Error('The page has no federation instance.');
    const load = instance.loadRemote.bind(instance);
    instance.loadRemote = async (id) => {
      const { mount } = await load(id);
      mounts.push(mount);
      return {
        mount(port) {
          ports.push(port);
          const handle = mount(port);
          return {
            ...handle,
            adopt(approved, lease) {
              approvals.push(approved);
              return handle.adopt(approved, lease);
            },
          };
        },
      };
    };
  });
}

/** React as it is published: a copy that is not the page's. */
function readOtherReact(): Promise<string> {
  return readFile(join(root, 'host/node_modules/react/cjs/react.production.js'), 'utf8');
}
