/** Which build of the host runs, by the address of its module: the hash in `/assets/host-x7Q.js`; `dev` without one. */
export function toBuild(address: string): string {
  return /-([\w-]{8})\.js$/.exec(new URL(address).pathname)?.[1] ?? 'dev';
}
