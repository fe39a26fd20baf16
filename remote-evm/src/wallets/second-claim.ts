import type { DiscoveryPort } from '@linkspan/contract';
import type { Announced, Announcements } from '@linkspan/kit/discovery';
import { quietReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import type { Provider } from '../provider.ts';

/** A page with its list of wallets. */
interface Page {
  readonly page: EventTarget;
  readonly port: DiscoveryPort<'eip155'>;
  readonly here: Announcements<Provider>;
  parse(detail: unknown): Announced<Provider> | undefined;
  add(wallet: Announced<Provider>): void;
  remove(provider: Provider): void;
}

/** The questions about one rdns. */
interface Questions {
  isAsking: boolean;
  count: number;
}

/** A wallet that answers each question late, and by another object, is not asked for ever. */
const mostQuestions = 20;

const questionsOf = new WeakMap<Page, Map<string, Questions>>();

/**
 * Lists an object that claims the rdns of a listed wallet, in a row of its own unless it is the same wallet in another
 * wrapper: within one question of the page a wallet announces itself once, and each imitator of its rdns and name too. The
 * row of a wallet that does not answer any more, as after an update, goes first.
 */
export async function listClaim(page: Page, claim: Announced<Provider>): Promise<void> {
  const { port, here, add, remove } = page;
  const ofPage = questionsOf.get(page) ?? new Map<string, Questions>();
  const questions = ofPage.get(claim.id) ?? { isAsking: false, count: 0 };
  questionsOf.set(page, ofPage.set(claim.id, questions));
  if (questions.isAsking || port.signal.aborted) return;
  questions.isAsking = true;
  // Many wallets listen to questions only after they have announced themselves.
  await new Promise((resolve) => setTimeout(resolve));
  questions.count += 1;
  const answers = questions.count > mostQuestions ? [] : ask(page, claim.id);
  questions.isAsking = false;
  const rows = () => here.list().filter(({ id }) => id.split('#')[0] === claim.id);
  const gone = await findGone([...new Set([...rows(), ...answers].map(({ provider }) => provider))], port);
  gone.forEach(remove);
  const alive = answers.filter(({ provider }) => !gone.has(provider));
  for (const found of [...alive, claim]) {
    const [listed, claimed] = [rows(), alive].map((list) => list.filter(({ name }) => name === found.name));
    if (!gone.has(found.provider) && (listed?.length ?? 0) < Math.max(1, claimed?.length ?? 0)) add(found);
  }
}

/** Who answers a question of the page within it, and claims the rdns. */
function ask({ page, parse }: Page, id: string): readonly Announced<Provider>[] {
  const answers = new Map<Provider, Announced<Provider>>();
  const take = (event: Event) => {
    const found = parse((event as CustomEvent<unknown>).detail);
    if (found?.id === id) answers.set(found.provider, found);
  };
  page.addEventListener('eip6963:announceProvider', take);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  page.removeEventListener('eip6963:announceProvider', take);
  return [...answers.values()];
}

/** Those that do not answer any more. */
async function findGone(
  providers: readonly Provider[],
  { signal }: Pick<DiscoveryPort<'eip155'>, 'signal'>,
): Promise<ReadonlySet<Provider>> {
  const gone = new Set<Provider>();
  const look = (provider: Provider) =>
    raceRead('', { signal, deadlineMs: quietReadMs }, async () =>
      provider.request({ method: 'eth_chainId' }),
    );
  await Promise.all(providers.map((one) => look(one).catch(() => gone.add(one))));
  return gone;
}
