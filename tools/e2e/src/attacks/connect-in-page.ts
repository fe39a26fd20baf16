import type { Session } from '../engines/session.ts';
import type { Family } from '../page/families.ts';
import { call, pickAndApprove } from './in-page.ts';
import { marker } from './victim.ts';

/** The outcome of a press on a wallet. */
export interface Outcome {
  readonly status: 'connected' | 'failed' | 'late';
  /** The code that the card names; empty where nothing failed. */
  readonly code: string;
  readonly isMarked: boolean;
}

/** The outcome of a style. */
export interface Linked {
  readonly event: 'load' | 'error' | 'late';
  /** Whether what the attacker's style says is so in the page. */
  readonly isForged: boolean;
}

/** Picks a family's practice wallet, approves in it, and answers what the card says then. */
export async function tryToConnect(session: Session, { id }: Pick<Family, 'id'>): Promise<Outcome> {
  await call(session, pickAndApprove, id);
  return call(session, whenTried, id, marker);
}

/** Puts a link element for a style into the page. */
export function linkStyle(session: Session, address: string): Promise<Linked> {
  return call(session, linkInPage, address);
}

/** In the page. */
function whenTried(id: string, mark: string): Promise<Outcome> {
  const deadlineMs = 40_000;
  const find = (what: string) => document.querySelector<HTMLElement>(`section[data-family=${id}] ${what}`);
  const code = () => find('.notice[data-code]')?.dataset.code ?? '';
  return new Promise((resolve) => {
    const finish = (status: Outcome['status']) => {
      observer.disconnect();
      resolve({ status, code: code(), isMarked: mark in globalThis });
    };
    const lookAtIt = () => {
      if (code() !== '') finish('failed');
      else if (find('[data-field=account]') !== null) finish('connected');
    };
    const observer = new MutationObserver(lookAtIt);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    setTimeout(() => finish('late'), deadlineMs);
    lookAtIt();
  });
}

/** In the page. */
function linkInPage(address: string): Promise<Linked> {
  const deadlineMs = 20_000;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve) => {
    const finish = (event: Linked['event']) => {
      const said = getComputedStyle(document.documentElement).getPropertyValue('--harbour');
      resolve({ event, isForged: said.trim() === 'closed' });
    };
    link.onload = () => finish('load');
    link.onerror = () => finish('error');
    setTimeout(() => finish('late'), deadlineMs);
    document.head.append(link);
  });
}
