import { format, type PlaceOf, type ValuesOf } from '@linkspan/contract';
import { en } from './en.ts';

type Key = keyof typeof en;

type Values<K extends Key> = [PlaceOf<(typeof en)[K]>] extends [never]
  ? []
  : [values: ValuesOf<(typeof en)[K]>];

/** The text of a key with its values filled in. A missing key or value does not compile. */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  return format<string>(en[key], values ?? {});
}
