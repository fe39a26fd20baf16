import { runPage } from './run-page.ts';
import { toSignedPage } from './signed-page.ts';

// The inline script of a deployed page.
runPage(toSignedPage());
