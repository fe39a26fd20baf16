import { createMount } from '@linkspan/kit/connector';
import { openSession } from './session.ts';

export const mount = createMount(openSession);
