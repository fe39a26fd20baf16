import type { FamilyConfig } from '../../config.ts';
import type { Activity } from '../../shell.ts';

/** What a row of the activity is made of. */
export interface RowProps<Entry extends Activity = Activity> {
  readonly entry: Entry;
  readonly family: FamilyConfig;
}
