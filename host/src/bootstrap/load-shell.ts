import type { ApplicationShell } from '@linkspan/app/page';
import { LinkspanError } from '@linkspan/contract';
import type { Deferred } from '../async.ts';
import { headOf, type Trust } from '../csp/policy.ts';
import { bootTexts } from '../ui/texts/en-dialog.ts';
import { failElements } from './application.ts';
import type { PageData } from './page.ts';
import { currentScript } from './run-page.ts';

/** What the inline script has made of an application's page before the shell loads. */
export interface LoadingShell {
  readonly data: PageData;
  readonly trust: Trust;
  readonly offer: Deferred<ApplicationShell>;
}

/** The global object, through which the shell's script reaches the inline script. */
interface ShellScope {
  linkspanEnter?: ((start: (loading: LoadingShell) => void) => void) | undefined;
}

/** Loads the script of the shell, which takes the page over. If it does not come, the application hears of it. */
export function loadShell(loading: LoadingShell): void {
  const { data, trust, offer } = loading;
  const scope = globalThis as ShellScope;
  const script = document.createElement('script');
  const integrity = data.own?.integrity[data.early] ?? '';
  script.onerror = () => {
    offer.reject(new LinkspanError('loader/host', {}));
    failElements(bootTexts.failed);
  };
  scope.linkspanEnter = (start) => {
    if (currentScript() !== script) return;
    delete scope.linkspanEnter;
    start(loading);
  };
  Object.assign(script, { integrity, crossOrigin: '', src: trust.toAddress(data.early) });
  headOf(document).append(script);
}

/** Takes the page over, in the script of the shell. */
export function takePage(start: (loading: LoadingShell) => void): void {
  (globalThis as ShellScope).linkspanEnter?.(start);
}
