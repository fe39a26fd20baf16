import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** A program as it was called in a shell. */
export interface Called {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What it printed, and its exit code. */
export interface Answer {
  readonly printed: string;
  readonly exitCode: number;
}

/**
 * Puts a program of some name into a folder, which is to come first in PATH: it asks this process what to do. Arguments
 * that are not `isMeant` go to the real program of that name. Returns its undoing.
 */
export async function createStandIn(
  folder: string,
  name: string,
  options: {
    readonly isMeant: (args: readonly string[]) => boolean;
    readonly answer: (called: Called) => Promise<Answer>;
  },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const called = (await json(request)) as Called;
    const { printed, exitCode } = options.isMeant(called.args)
      ? await options.answer(called).catch((error: Error) => ({ printed: `${error.stack}\n`, exitCode: 70 }))
      : { printed: '', exitCode: -1 };
    response.end(JSON.stringify({ printed, exitCode }));
  });
  const socket = join(folder, `${name}.sock`);
  await mkdir(folder, { recursive: true });
  server.listen(socket);
  await once(server, 'listening');
  await writeFile(join(folder, name), program(name, socket));
  await chmod(join(folder, name), 0o755);
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

function program(name: string, socket: string): string {
  return `#!${process.execPath}
const { request } = require('node:http');
const { spawnSync } = require('node:child_process');
const args = process.argv.slice(2);
request({ socketPath: ${JSON.stringify(socket)}, method: 'POST' }, async (response) => {
  let text = '';
  for await (const part of response) text += part;
  const { printed, exitCode } = JSON.parse(text);
  process.stdout.write(printed);
  if (exitCode >= 0) process.exitCode = exitCode;
  else {
    const path = process.env.PATH.split(':').slice(1).join(':');
    process.exitCode = spawnSync(${JSON.stringify(name)}, args, { stdio: 'inherit', env: { ...process.env, PATH: path } }).status;
  }
}).end(JSON.stringify({ args, folder: process.cwd(), env: process.env }));
`;
}
