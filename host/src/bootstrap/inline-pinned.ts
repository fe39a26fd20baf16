import { narrowToMap, toPinnedPage } from './pinned-page.ts';
import { currentScript, readData, runPage } from './run-page.ts';

// The inline script of a deployed page whose releases all came with it.
narrowToMap(readData(currentScript()).data);
runPage(toPinnedPage());
