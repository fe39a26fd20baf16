import { createHash } from 'node:crypto';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import { readUntil, type Session } from '../engines/session.ts';
import { listen } from '../place/listen.ts';
import { openSite, readConfig, type SiteConfig, withPackages } from '../place/site.ts';
import { outputFolder } from '../place/stack.ts';

const app = join(import.meta.dirname, 'hostile-application');

/** What the classic scripts have left, which start as soon as anything of the application does. */
const early = `Object.keys(globalThis).filter((name) => name.startsWith('early_'))`;

const hasRun = (session: Session) =>
  readUntil(() => session.evaluate<boolean>('globalThis.linkspanHasRun === true'), Boolean);

/**
 * Opens an application's page, and answers the stages of its remotes. A busy machine may have a document later than the
 * application waits for it: then the next load has it.
 */
async function open(session: Session, url: string): Promise<readonly string[]> {
  const isLate = ({ code }: Stage) => code === 'release/late';
  const load = async () => {
    await session.go(url);
    return readUntil(
      () => session.evaluate<readonly Stage[]>(`(${readStages})()`),
      (stages) => stages.every(({ stage }) => stage !== 'pending'),
    );
  };
  const stages = await readUntil(load, (found) => !found.some(isLate));
  return stages.map(({ stage }) => stage);
}

interface Stage {
  readonly stage: string;
  readonly code?: string;
}

const readStages = `() => linkspan.view.families.map((id) => {
  const { stage, failure } = linkspan.view.family(id).remote.get();
  return { stage, code: failure?.code };
})`;

/** Releases by their teams' signatures, and by packages that came with the page. */
const kinds = [
  { kind: 'signed', to: (config: SiteConfig) => config, tags: [] },
  { kind: 'packages', to: (config: SiteConfig) => withPackages(config), tags: ['release'] },
];

await describeEngines((engine) => {
  for (const { kind, to, tags } of kinds)
    describe(`releases: ${kind}`, { tags }, () => {
      it.concurrent('a hostile package of an application runs no other code than its own', async () => {
        await using elsewhere = await listen((request, response) => {
          response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript');
          response.end(`globalThis.marked_${request.url?.split('?')[1]} = true`);
        });
        const config = { ...(await readConfig()), app: { trustedTypes: ['listed'] } };
        await using site = await openSite(`${engine.name}-package-${kind}`, to(config), app);
        await using session = await engine.open();
        expect(await open(session, site.url)).toEqual(['listed', 'listed', 'listed']);
        expect(await hasRun(session)).toBe(true);
        expect(await session.evaluate(early)).toEqual(['early_ran']);
        await session.evaluate(`void (globalThis.otherOrigin = ${JSON.stringify(elsewhere.url)})`);
        expect(await session.evaluate('tryAll()')).toEqual([]);
        expect(await session.evaluate('importChunk()')).toBe('sound');
        expect(await session.evaluate('startListedWorker()')).toBe('refused');
      });

      it.concurrent('a hostile package starts the workers that are listed, and gets no service worker of them', async () => {
        const config = {
          ...(await readConfig()),
          app: { workers: ['workers/*.js'], trustedTypes: ['workers'] },
        };
        await using elsewhere = await listen((_, response) => void response.end());
        await using site = await openSite(`${engine.name}-workers-${kind}`, to(config), app);
        await using session = await engine.open();
        expect(await open(session, site.url)).toEqual(['listed', 'listed', 'listed']);
        expect(await hasRun(session)).toBe(true);
        await session.evaluate(`void (globalThis.otherOrigin = ${JSON.stringify(elsewhere.url)})`);
        expect(await session.evaluate('startListedWorker()')).toBe('sound');
        // Opened, a worker's file is a document of the site, which runs scripts of the site and no text.
        expect(await session.evaluate('tryAll()')).toEqual([]);
      });

      it.concurrent('hostile HTML of an application takes the place of nothing that the shell looks for', async () => {
        const folder = join(outputFolder, `${engine.name}-html-source-${kind}`);
        await cp(app, folder, { recursive: true });
        const markup = `
        <img name="head"><form name="currentScript"></form><a id="linkspanPage"></a><a id="linkspan"></a>
        <form name="body"></form><dialog id="connect" class="sheet"><div class="sheet-list"></div></dialog>
        <template data-hint="Forged"></template><script type="application/json">{"config":{}}</script>`;
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        await writeFile(
          join(folder, 'index.html'),
          html.replace('<linkspan-connect>', `${markup}<linkspan-connect>`),
        );
        await using site = await openSite(`${engine.name}-html-${kind}`, to(await readConfig()), folder);
        await using session = await engine.open();
        expect(await open(session, site.url)).toEqual(['listed', 'listed', 'listed']);
        expect(await hasRun(session)).toBe(true);
        expect(await session.evaluate('linkspanPage.families.length')).toBe(3);
        const parent = "document.querySelector('linkspan-root').parentElement.tagName";
        expect(await session.evaluate(parent)).toBe('BODY');
      });

      it.concurrent.for(['package.js', 'chunk.js', 'classic.js'])(
        'an altered file of an application does not run: %s',
        async (name) => {
          const folder = `${engine.name}-altered-${kind}-${name}`;
          await using site = await openSite(folder, to(await readConfig()), app);
          await appendFile(join(outputFolder, folder, name), '\nglobalThis.altered = true;');
          await using session = await engine.open();
          expect(await open(session, site.url)).toEqual(['listed', 'listed', 'listed']);
          if (name === 'chunk.js') expect(await session.evaluate('importChunk()')).toBe('refused');
          expect(await session.evaluate('globalThis.altered === true')).toBe(false);
        },
      );

      it.concurrent('a foreign script runs if the configuration admits it, and not with other bytes', async () => {
        let text = 'globalThis.admitted = typeof linkspanPage;';
        const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
        await using elsewhere = await listen((_, response) => {
          response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript');
          response.end(text);
        });
        const folder = join(outputFolder, `${engine.name}-foreign-source-${kind}`);
        await cp(app, folder, { recursive: true });
        const url = `${elsewhere.url}/statistics.js`;
        await writeFile(
          join(folder, 'index.html'),
          `<!doctype html><title>Fees</title><script type="module" src="${url}"></script>`,
        );
        const config = { ...(await readConfig()), app: { scripts: [{ url, integrity }] } };
        await using site = await openSite(`${engine.name}-foreign-${kind}`, to(config), folder);
        const look = async () => {
          await using session = await engine.open();
          await open(session, site.url);
          return await session.evaluate('globalThis.admitted ?? null');
        };
        expect(await look()).toBe('object');
        text = 'globalThis.admitted = "altered";';
        expect(await look()).toBe(null);
      });
    });

  describe('releases by packages', () => {
    /** A file of the release, by the start of its name. */
    const releaseOf = async (folder: string, start: string) => {
      const below = join(outputFolder, folder, 'assets/linkspan/remote-evm');
      const names = await readdir(below, { recursive: true });
      return join(below, `${names.find((name) => new RegExp(`/${start}-[^/]*\\.js$`).test(name))}`);
    };
    // A script of the page imports: WebKit checks no hash for what WebDriver's own script imports.
    const toImport = (file: string) =>
      `importRemote('/assets/linkspan/${file.split('/assets/linkspan/')[1]}')`;

    it.concurrent.for([
      { name: 'discovery', stage: 'failed', code: 'loader/altered' },
      { name: 'connector', stage: 'listed', code: null },
    ])('an altered file does not run: $name', async ({ name, stage, code }) => {
      const folder = `${engine.name}-altered-release-${name}`;
      await using site = await openSite(folder, withPackages(await readConfig()), app);
      const file = await releaseOf(folder, name);
      await appendFile(file, '\nglobalThis.altered = true;');
      await using session = await engine.open();
      expect(await open(session, site.url)).toEqual([stage, 'listed', 'listed']);
      const failure = `linkspan.view.family('evm').remote.get().failure?.code ?? null`;
      expect(await session.evaluate(failure)).toBe(code);
      expect(await session.evaluate(toImport(file))).toBe('refused');
      expect(await session.evaluate('globalThis.altered === true')).toBe(false);
    });

    it.concurrent('a file that the release does not list does not run', async () => {
      const folder = `${engine.name}-unlisted-release`;
      await using site = await openSite(folder, withPackages(await readConfig()), app);
      const file = join(await releaseOf(folder, 'discovery'), '../other.js');
      await writeFile(file, 'globalThis.altered = true;');
      await using session = await engine.open();
      expect(await open(session, site.url)).toEqual(['listed', 'listed', 'listed']);
      expect(await session.evaluate(toImport(file))).toBe('refused');
      expect(await session.evaluate('globalThis.altered === true')).toBe(false);
    });

    it.concurrent('a release in the block list is not imported, and one without a list is', async () => {
      const folder = `${engine.name}-blocked-release`;
      await using site = await openSite(folder, withPackages(await readConfig()), app);
      const list = join(outputFolder, folder, 'blocked.json');
      const version = '0.1.0';
      await writeFile(
        list,
        JSON.stringify({ version: 2, blocked: [{ remote: 'remote-evm', version, reason: 'Faulty' }] }),
      );
      await using session = await engine.open();
      expect(await open(session, site.url)).toEqual(['failed', 'listed', 'listed']);
      const failure = `linkspan.view.family('evm').remote.get().failure.code`;
      expect(await session.evaluate(failure)).toBe('release/blocked');
      await rm(list);
      await using another = await engine.open();
      expect(await open(another, site.url)).toEqual(['listed', 'listed', 'listed']);
    });
  });
});
