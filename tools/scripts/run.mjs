import { spawn } from 'node:child_process';
import { root } from '@linkspan/stack/root';
import { Plain } from '@linkspan/stack/say';

/**
 * Runs a program to its end; returns what it printed, without its complaints. Rejects with both where it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, show?: boolean, viaShell?: boolean, own?: boolean}} [options]
 *   `show` passes its output on; `own` tells of a failure in the program's own words alone.
 * @returns {Promise<string>}
 */
export function run(
  command,
  args,
  { cwd = root, env = {}, show = false, viaShell = false, own = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      // Colours are for people at a terminal, not for logs.
      env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...env },
      shell: viaShell,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let printed = '';
    let output = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (cause) => reject(new Plain(`${command} could not be started: ${cause.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else if (own) reject(new Plain(output.trim()));
      else
        reject(new Plain(`${[command, ...args].join(' ')} ended with ${code ?? signal}.\n${output.trim()}`));
    });
  });
}

/**
 * Runs a Node program of the workspace.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/**
 * The arguments by which Node runs a TypeScript file.
 * @param {string} file
 * @param {string[]} [args]
 */
export function typescript(file, args = []) {
  return ['--import', 'tsx', file, ...args];
}
