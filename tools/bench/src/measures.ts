import { type Family, families } from './in-page/settings.ts';
import type { TargetName } from './targets.ts';

/**
 * What a page must keep to: a ratio to the page by hand or, of an application, to the one with plain wagmi; an amount; or so
 * much more than that page.
 */
export interface Goal {
  readonly target: TargetName;
  readonly kind: 'ratio' | 'amount' | 'more';
  readonly atMost: number;
}

/** A line of the table: what is measured of every page, and the goals. */
export interface Measure {
  readonly title: string;
  readonly scenario: string;
  readonly measure: string;
  readonly goals: readonly Goal[];
}

const ratio = (atMost: number, target: TargetName = 'shell'): Goal => ({ target, kind: 'ratio', atMost });
const amount = (atMost: number): Goal => ({ target: 'shell', kind: 'amount', atMost });
const more = (atMost: number): Goal => ({ target: 'with', kind: 'more', atMost });
const line = (title: string, scenario: string, measure: string, ...goals: readonly Goal[]): Measure => ({
  ...{ title, scenario, measure, goals },
});

const names: Readonly<Record<Family, string>> = { evm: 'EVM', solana: 'Solana', near: 'NEAR' };
const connectBytes: Readonly<Record<Family, number>> = { evm: 40_000, solana: 37_000, near: 30_000 };

const second = (title: string, scenario: string) => [
  line(`${title}: button can be pressed`, scenario, 'buttonMs'),
  line(`${title}: rows drawn`, scenario, 'drawnMs'),
  line(`${title}: full list`, scenario, 'listMs', ratio(1.5)),
];

const back = (title: string, scenario: string) => [
  line(`${title}: accounts drawn`, scenario, 'accountMs', ratio(1.3)),
  line(`${title}: all Connected`, scenario, 'connectedMs', ratio(1.5)),
  line(`${title}: every Send enabled`, scenario, 'sendMs', ratio(2)),
  line(`${title}: requests`, scenario, 'requests', amount(40)),
];

const approved = (title: string, scenario: string, atMost: number) =>
  families.map((family) =>
    line(`${names[family]}, ${title}: to Connected`, scenario, `${family}ApprovedMs`, amount(atMost)),
  );

const rest = (title: string, scenario: string) => [
  line(`${title}: JS`, scenario, 'jsBytes', amount(90_000)),
  line(`${title}: heap`, scenario, 'heapBytes', amount(2_200_000)),
];

const shown = (title: string, scenario: string, ...goals: readonly Goal[]) => [
  line(`Application, ${title}: shown`, scenario, 'shownMs', ...goals),
  line(`Application, ${title}: button can be pressed`, scenario, 'buttonMs'),
];

/** The lines of the table of the pages of wallets, in the order of a visitor's experience. */
export const measures: readonly Measure[] = [
  line('First visit: button can be pressed', 'first', 'buttonMs', ratio(0.55)),
  line('First visit: rows drawn', 'first', 'drawnMs'),
  line('First visit: full list', 'first', 'listMs', ratio(0.95), ratio(1.1, 'own')),
  line('First visit: everything before the list', 'first', 'listBytes', amount(57_600)),
  line('First visit: requests before the list', 'first', 'listRequests'),
  line('Lost presses', 'presses', 'lost', amount(0)),
  ...second('Second visit, from another site', 'second'),
  ...second('Second visit, reload', 'second-reload'),
  ...approved('approved at once', 'approve-0', 300),
  ...approved('approved after 1.5 s', 'approve-1500', 100),
  ...families.map((family) =>
    line(`${names[family]}: JS to connect`, 'approve-0', `${family}Bytes`, amount(connectBytes[family])),
  ),
  ...back('Connected, from another site', 'back'),
  ...back('Connected, reload', 'back-reload'),
  ...rest('At rest, dialog not opened', 'still'),
  ...rest('At rest, dialog opened', 'first'),
  line('One changed line: loaded again', 'updated', 'refetchedBytes', amount(11_500)),
];

const byPackages = (atMost: number) => ratio(atMost, 'pinned');

/** The lines of the table of the application's pages. */
export const applicationMeasures: readonly Measure[] = [
  ...shown('first visit', 'application-first', byPackages(1.25), more(500)),
  ...shown('second visit, new tab', 'application-new-tab', byPackages(1.1)),
  ...shown('second visit, from another site', 'application-another-site', byPackages(1.1), more(300)),
  ...shown('second visit, reload', 'application-reload', byPackages(1.1)),
  line('Application, first visit: JS', 'application-first', 'jsBytes', more(100_000)),
  line('Application, first visit: everything', 'application-first', 'allBytes'),
  line('Application, first visit: requests', 'application-first', 'requests'),
  line('Application, first visit: heap', 'application-first', 'heapBytes', more(3_000_000)),
];
