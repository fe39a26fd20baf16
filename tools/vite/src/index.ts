import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { practicePackage, type ShortConfig } from '@linkspan/contract/short-config';
import { type DevelopmentPage, deploy, renderDevelopment, sayMistake } from '@linkspan/host';
import sirv from 'sirv';
import type { Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite';

/** Where the deployed site is. */
interface SiteOptions {
  /** The folder of the deployed site, from Vite's root; by default the folder of the build, which is then deployed in place. */
  readonly site?: string;
}

/** The page's configuration in a file, from Vite's root, in its long or short form. */
export interface FileOptions extends SiteOptions {
  readonly config: string;
}

/** A configuration in its short form, whose paths are relative to Vite's root. */
export interface ShortOptions extends ShortConfig, SiteOptions {
  readonly config?: undefined;
}

/**
 * Puts the shell into an application. `vite build` writes the deployed site: the hashes of host, application and releases in the
 * import map, the policy in headers. `vite` in development has the real releases beside the application's own modules, which
 * have no hash there. `vite preview` serves the site with its headers, and so enforces it. With `practice: true`, both start
 * chains on this machine.
 */
export function linkspan(options: FileOptions | ShortOptions): Plugin[] {
  let config: ResolvedConfig;
  const at = (name: string) => resolve(config.root, name);
  const { site } = options;
  const source = (): Source => {
    if (options.config !== undefined) return { configFile: at(options.config) };
    const { site: _, ...short } = options;
    return { configFile: at('vite.config.ts'), config: short };
  };

  return [
    {
      name: 'linkspan',
      config: (_, { isPreview }) => (isPreview && site !== undefined ? { build: { outDir: site } } : {}),
      configResolved(resolved) {
        config = resolved;
      },
      async configureServer(server) {
        await openPractice(source(), server);
        return serveDevelopment(server, source);
      },
      async configurePreviewServer(server) {
        await openPractice(source(), server);
        sendHeaders(server, () => at(site ?? config.build.outDir));
      },
    },
    {
      name: 'linkspan:deploy',
      apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
      enforce: 'post',
      closeBundle: {
        order: 'post',
        sequential: true,
        async handler() {
          const app = at(config.build.outDir);
          const deployment = { built, ...source(), app, site: at(site ?? app), now: Date.now() };
          const unmet = await deploy(deployment).catch((error: unknown) => {
            throw new Error(sayMistake(error) ?? String(error), { cause: error });
          });
          for (const sentence of unmet) config.logger.info(sentence);
        },
      },
    },
  ];
}

/** A configuration, as a deploy takes it. */
interface Source {
  readonly configFile: string;
  readonly config?: unknown;
}

/** The main export of the practice package. */
interface Practice {
  startChains(env: NodeJS.ProcessEnv, onReady: (line: string) => void): Promise<{ close(): Promise<void> }>;
}

/** Throws a sentence for people. */
function findPractice(configFile: string): string {
  try {
    return pathToFileURL(createRequire(configFile).resolve(practicePackage)).href;
  } catch (cause) {
    const sentence = `practice: true needs its package. Run “npm install --save-dev ${practicePackage}”.`;
    throw new Error(sentence, { cause });
  }
}

/** Starts the practice chains if the configuration asks for them, and ends them with the server. */
async function openPractice(source: Source, server: ViteDevServer | PreviewServer): Promise<void> {
  const value = source.config ?? JSON.parse(await readFile(source.configFile, 'utf8').catch(() => '{}'));
  if (value.practice !== true) return;
  const { logger } = server.config;
  const { startChains }: Practice = await import(findPractice(source.configFile));
  const chains = await startChains(process.env, (line) => logger.info(line));
  server.httpServer?.once('close', () => void chains.close());
}

/** The built host: `dist` of its package. */
const built = join(dirname(createRequire(import.meta.url).resolve('@linkspan/host/package.json')), 'dist');

/**
 * Serves the built host's files, and the application's page with the shell in it, rendered at each load. It comes after all
 * other plugins have changed the page, so that their scripts wait for the import map too.
 */
function serveDevelopment(server: ViteDevServer, source: () => Source): () => void {
  let latest: DevelopmentPage | undefined;
  const host = sirv(join(built, 'client'), { dev: true, etag: true });

  server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = latest?.files.get(pathname);
    if (file === undefined) return pathname.startsWith('/assets/') ? host(request, response, next) : next();
    response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'application/json');
    response.setHeader('cache-control', 'no-store');
    response.end(file);
  });

  // After Vite's own middlewares have found that no file answers, and before its page does.
  return () => {
    server.middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const isPage = pathname === '/' || pathname === '/index.html';
      if (!isPage || !['GET', 'HEAD'].includes(request.method ?? '')) return next();
      openPage(server, source(), request).then((page) => {
        latest = page;
        for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        response.end(page.html);
      }, next);
    });
  };
}

async function openPage(
  { config, transformIndexHtml }: ViteDevServer,
  source: Source,
  request: IncomingMessage & { readonly originalUrl?: string | undefined },
): Promise<DevelopmentPage> {
  const written = await readFile(join(config.root, 'index.html'), 'utf8');
  const html = await transformIndexHtml('/index.html', written, request.originalUrl);
  return render(source, html, request.headers.host ?? 'localhost');
}

async function render(source: Source, html: string, host: string): Promise<DevelopmentPage> {
  const site = join(dirname(source.configFile), '.linkspan');
  const deployment = { built, ...source, site, now: Date.now() };
  try {
    return await renderDevelopment(deployment, html, [`ws://${host}/`, `wss://${host}/`]);
  } catch (error) {
    throw new Error(sayMistake(error) ?? String(error), { cause: error });
  }
}

interface OwnPath {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the headers that the deploy has written. */
function sendHeaders(server: PreviewServer, site: () => string): void {
  const read = async (name: string) => JSON.parse(await readFile(join(site(), '.headers', name), 'utf8'));
  const reading = Promise.all([read('headers.json'), read('paths.json')]) as Promise<
    [Record<string, string>, readonly OwnPath[]]
  >;
  reading.catch(() => undefined);
  server.middlewares.use((request, response, next) => {
    reading.then(
      ([common, paths]) => {
        if (request.headers['service-worker'] !== undefined) {
          response.writeHead(403).end();
          return;
        }
        const own = paths.find((one) => isAt(request.url ?? '/', one));
        for (const [name, value] of Object.entries(own?.headers ?? common)) response.setHeader(name, value);
        next();
      },
      (cause: unknown) => next(new Error('This folder is not deployed: run vite build first.', { cause })),
    );
  });
}

/** Whether a path is one of a file, or below one of a folder, which ends in a slash. */
function isAt(url: string, { path }: OwnPath): boolean {
  const asked = toDecoded(new URL(url.replace(/^\/{2,}/, '/'), 'http://localhost').pathname);
  const own = toDecoded(path);
  return own.endsWith('/') ? asked.startsWith(own) : asked === own || asked === `${own}/`;
}

function toDecoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
