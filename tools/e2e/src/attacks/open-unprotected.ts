import type { Session } from '../engines/session.ts';
import type { HostPage } from './host-page.ts';

/** Opens a page of the origin as its others may be, or as an earlier one was: sent without any of the page's headers. */
export async function openUnprotected(session: Session, page: HostPage): Promise<void> {
  await page.put('bare.html', '<!doctype html><title>Bare</title>');
  const headers = { ...page.headers };
  for (const name of Object.keys(headers)) delete page.headers[name];
  await session.go(`${page.url}bare.html`);
  Object.assign(page.headers, headers);
}
