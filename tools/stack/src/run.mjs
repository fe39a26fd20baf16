import { join } from 'node:path';
import { execaNode } from 'execa';
import { root } from './root.mjs';

/**
 * Starts a program of the workspace by Node, in the repository's folder unless `cwd` is another. Returns execa's
 * subprocess: a promise of the result, which rejects with an `ExecaError` if the program fails.
 * @template {import('execa').Options} [Options={}]
 * @param {string} file A script, TypeScript or not, from the repository's folder.
 * @param {readonly string[]} [args]
 * @param {Options} [options]
 */
export function runNode(file, args = [], options) {
  const nodeOptions = /\.m?ts$/.test(file) ? ['--import', 'tsx'] : [];
  return execaNode(join(root, file), args, {
    nodeOptions,
    .../** @type {Options} */ (options),
    cwd: options?.cwd ?? root,
    ipc: false,
  });
}
