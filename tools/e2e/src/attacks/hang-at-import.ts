import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { releaseFolder } from '../place/stack.ts';
import { plainHeaders } from './hostile-store.ts';

/** Answers a fetch as a remote's store should, and an import never; `imports` gets the remote's name at each import. */
export function hangAtImport(remote: string, imports: string[]): RequestListener {
  return async (request, response) => {
    response.writeHead(200, plainHeaders(request.url ?? ''));
    if (request.headers['sec-fetch-dest'] === 'script') return void imports.push(remote);
    response.end(
      await readFile(`${releaseFolder(remote)}${new URL(request.url ?? '', 'http://store').pathname}`),
    );
  };
}
