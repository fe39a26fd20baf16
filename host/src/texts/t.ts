import { format } from '@linkspan/contract';
import { en } from './en.ts';

type Key = keyof typeof en;

/** The names of a text's places: `wallet` of `Open {wallet}`. */
type Place<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Place<Rest>
  : never;

type Values<K extends Key> = [Place<(typeof en)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Place<(typeof en)[K]>, string>>];

/** The text of a key with its values filled in. A missing key or value does not compile. */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  return format(en[key], values ?? {});
}
