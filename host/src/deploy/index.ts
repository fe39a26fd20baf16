// What other packages deploy a page by.

export { type Deployment, type DevelopmentPage, deploy, renderDevelopment } from './deploy.ts';
export { sayMistake } from './say-mistake.ts';
