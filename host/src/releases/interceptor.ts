import { LinkspanError } from '@linkspan/contract';

/** A service worker that may answer for this page's server, though the configuration does not name it. */
export interface Interceptor {
  readonly error: LinkspanError<'loader/service-worker'>;
  /** Takes it away, and loads the page again: it answers for open pages as long as they are. */
  remove(): Promise<void>;
}

/** What is looked at: Service Workers, "ServiceWorkerContainer". */
type Container = Pick<ServiceWorkerContainer, 'controller' | 'getRegistration'>;

/**
 * The service worker that stands between the page and the network, or will when it is loaded again; undefined where
 * there is none but the `allowed` one, a path. It was left by an earlier page of this origin. One that answers with
 * another page altogether is never found by this one.
 */
export async function findInterceptor(
  container: Container | undefined,
  {
    allowed,
    location,
  }: { readonly allowed?: string | undefined; readonly location: Pick<Location, 'href' | 'reload'> },
): Promise<Interceptor | undefined> {
  // A browser whose owner has switched storage off has none, and says so by an error.
  const registration = await container?.getRegistration().catch(() => undefined);
  const worker =
    container?.controller ?? registration?.active ?? registration?.waiting ?? registration?.installing;
  if (!worker) return undefined;
  const { href, pathname } = new URL(worker.scriptURL);
  if (allowed !== undefined && href === new URL(allowed, location.href).href) return undefined;
  return {
    error: new LinkspanError('loader/service-worker', { script: pathname }),
    async remove() {
      await registration?.unregister();
      location.reload();
    },
  };
}
