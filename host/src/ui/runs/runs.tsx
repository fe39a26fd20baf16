import { OnDemand } from '../on-demand.tsx';
import { Boundary } from '../parts/boundary.tsx';

/** The dialog that says which code runs for each family, for whatever opens it: its own code comes on demand. */
export function Runs({ close }: { close(): void }) {
  return <Boundary draw={() => <OnDemand draw={({ RunsDialog }) => <RunsDialog close={close} />} />} />;
}
