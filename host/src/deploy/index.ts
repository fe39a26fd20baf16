import type * as published from '../../deploy.d.ts';
import { deploy, renderDevelopment } from './deploy.ts';
import { sayMistake } from './say-mistake.ts';

// What other packages deploy a page by. Its types are those that the package has.

({ deploy, renderDevelopment, sayMistake }) satisfies typeof published;

export { deploy, renderDevelopment, sayMistake };
