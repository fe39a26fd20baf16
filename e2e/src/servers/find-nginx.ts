import { findProgram } from '../place/find-program.ts';

/** The path of an nginx, installed from Debian where there is none and this user may; undefined where that fails. */
export function findNginx(): Promise<string | undefined> {
  return findProgram({ name: 'nginx', debian: 'nginx-light', folders: ['/usr/sbin'] });
}

/** The path of its JavaScript module, in the same way. */
export function findNginxScripts(): Promise<string | undefined> {
  return findProgram({
    name: 'ngx_http_js_module.so',
    debian: 'libnginx-mod-http-js',
    folders: ['/usr/lib/nginx/modules'],
  });
}
