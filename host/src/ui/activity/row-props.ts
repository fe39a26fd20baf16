import type { Activity } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';

/** What a row of the activity is made of. */
export interface RowProps<Entry extends Activity = Activity> {
  readonly entry: Entry;
  readonly family: FamilyConfig;
}
