/** In what a measure counts. */
export type Unit = 'ms' | 'bytes' | 'count';

/** What measures are called where people read them, in the order in which a visit has them. */
const names: ReadonlyMap<string, string> = new Map([
  ['paintMs', 'first paint'],
  ['buttonMs', 'button can be clicked'],
  ['drawnMs', 'rows are drawn'],
  ['listMs', 'full list'],
  ['askedMs', 'wallet receives the request'],
  ['connectedMs', 'connected'],
  ['approvedToConnectedMs', 'approved to connected'],
  ['blockingMs', 'blocking time to the list'],
  ['blockingAfterIdleMs', 'blocking time after idle loading'],
  ['scriptsToButton', 'external scripts before the button'],
  ['jsToButton', 'JS to the button'],
  ['jsToList', 'JS to the list'],
  ['jsToConnected', 'JS to connected'],
  ['jsForConnect', 'JS to connect'],
  ['jsAtRest', 'until the page rests'],
  ['jsOnHover', 'on hover'],
  ['jsOnPress', 'on the press'],
  ['jsAfterIdle', 'JS after idle loading'],
  ['bytesToList', 'everything to the list'],
  ['bytesAfterIdle', 'everything after idle loading'],
  ['refetchedBytes', 'loaded again'],
  ['heapBytes', 'heap'],
  ['requestsToList', 'requests to the list'],
  ['requestsAfterIdle', 'requests after idle loading'],
  ['depthToList', 'requests one after another'],
]);

/** By its name: `…Ms` is milliseconds; `…Bytes`, `bytes…` and `js…` are bytes; anything else is counted. */
export function unitOf(measure: string): Unit {
  if (measure.endsWith('Ms')) return 'ms';
  return /Bytes$|^(bytes|js)[A-Z]/.test(measure) ? 'bytes' : 'count';
}

/** What a measure is called where people read it. */
export function nameMeasure(measure: string): string {
  return names.get(measure) ?? measure;
}

/** Measures in the order in which a visit has them, those without a place there last, each once. */
export function sortMeasures(measures: Iterable<string>): readonly string[] {
  const met = new Set(measures);
  const known = [...names.keys()].filter((measure) => met.has(measure));
  return [...known, ...[...met].filter((measure) => !names.has(measure)).sort()];
}
