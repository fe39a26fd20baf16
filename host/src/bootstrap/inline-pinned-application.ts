import { createTrust } from '../csp/policy.ts';
import { nextFrame } from '../visibility.ts';
import { offerShell, untilParsed } from './application.ts';
import { loadShell } from './load-shell.ts';
import { narrowToMap } from './pinned-page.ts';
import { currentScript, readData } from './run-page.ts';

// The inline script of an application's page whose releases all came with it: the application starts at once, and the shell
// after its first frame.
const { data } = readData(currentScript());
const trust = createTrust();
narrowToMap(data);
const offer = offerShell(data.config);
void untilParsed().then(() => nextFrame(() => setTimeout(() => loadShell({ data, trust, offer }))));
