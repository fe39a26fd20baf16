import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { PageData } from '../src/bootstrap/page.ts';
import { buildBoot, buildStyle, readOffered } from './targets.ts';

/** Serves the page as a deploy writes it, rendered at each load. `folder` has its `config.json`. */
export function developmentPage(folder: string): Plugin {
  return {
    name: 'linkspan:development-page',
    apply: 'serve',
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/') return next();
        try {
          const [
            text,
            { code: handover },
            style,
            offered,
            page,
            { parseConfig, toPageConfig },
            { readBrand },
          ] = await Promise.all([
            readFile(join(folder, 'config.json'), 'utf8'),
            buildBoot('inline-development'),
            buildStyle(),
            readOffered(),
            server.ssrLoadModule('/src/deploy/render-page.tsx') as Promise<
              typeof import('../src/deploy/render-page.tsx')
            >,
            server.ssrLoadModule('/src/config.ts') as Promise<typeof import('../src/config.ts')>,
            server.ssrLoadModule('/src/deploy/brand.ts') as Promise<typeof import('../src/deploy/brand.ts')>,
          ]);
          const source = parseConfig(JSON.parse(text));
          const brand = await readBrand(source.brand, folder);
          const modules = { early: '/src/bootstrap/early.ts', hostModule: '/src/bootstrap/host.ts' };
          const data: PageData = { config: toPageConfig(source), ...modules, offered };
          const html = page.renderPage(data, { style, handover, brand, preview: source.preview });
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.setHeader('cache-control', 'no-store');
          response.end(await server.transformIndexHtml(request.url ?? '/', html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
