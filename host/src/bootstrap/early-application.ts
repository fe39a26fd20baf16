import { enterPage } from './create-page.ts';
import { enterApplication } from './enter-application.ts';

// The early script of an application's page.
enterPage(enterApplication);
