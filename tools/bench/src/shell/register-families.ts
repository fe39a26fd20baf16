import { readAddresses } from '@linkspan/practice/addresses';
import { practiceConfig } from '@linkspan/practice/config';
import { toNth } from './nth-family.ts';

/** What a page says of itself, and its families: those of the practice, without its wallets. */
export type ShellConfig = ReturnType<typeof registerFamilies>;

/**
 * The configuration of a page with so many families, on the practice chains that the environment tells of. The instant
 * wallets come as extensions do, so there are no practice wallets on it.
 */
export function registerFamilies(count: number, env: Readonly<Record<string, string>>) {
  const { practice: _, families: own, ...config } = practiceConfig(readAddresses(env));
  const families = Array.from({ length: count }, (_none, at) => {
    const { like, ending, remote } = toNth(at);
    const family = own[like];
    if (family === undefined) throw new Error(`The practice has no family for ${remote}.`);
    const title = `${family.title}${ending.replace('-', ' ')}`;
    return { ...family, id: `${family.id}${ending}`, title, remote: { ...family.remote, name: remote } };
  });
  return { ...config, families };
}
