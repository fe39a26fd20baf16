import { describeRaces } from '../testing/describe-store.ts';
import { describeStores } from '../testing/describe-stores.ts';

describeStores('a store', (create) => describeRaces('that twenty publishers write', create));
