import * as application from './application.ts';
import { runPage } from './run-page.ts';
import { toSignedPage } from './signed-page.ts';

// The inline script of an application's page.
runPage({ ...toSignedPage(), application });
