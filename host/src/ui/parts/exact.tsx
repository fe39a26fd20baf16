import { toGroups } from '../texts/to-groups.ts';

/** An address or another code in full, in groups for the eye alone: it is read out and copied as it stands. */
export function Exact({ code }: { code: string }) {
  return (
    <bdi className="mono exact" translate="no">
      {toGroups(code).map(({ at, part }) => (
        <span key={at}>{part}</span>
      ))}
    </bdi>
  );
}
