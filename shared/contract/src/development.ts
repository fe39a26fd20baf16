/** The files that Vite denies by default, and keys of the release command. This list replaces Vite's. */
const denied = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.linkspan/**',
  '*.key.json',
];

/**
 * Vite's `server` options for a development server: of the host, or of a remote at its own port. Only the page of the
 * host's development server can read a remote's; no page of another origin can read either.
 */
export function toDevelopmentServer(
  { LINKSPAN_HOST_PORT = '4300' }: Readonly<Record<string, string | undefined>>,
  remotePort?: number,
) {
  return {
    port: remotePort ?? Number(LINKSPAN_HOST_PORT),
    strictPort: true,
    // A list: with a single origin, the header would name it to every other too.
    cors: remotePort === undefined ? false : { origin: [`http://localhost:${LINKSPAN_HOST_PORT}`] },
    fs: { strict: true, deny: denied },
  };
}
