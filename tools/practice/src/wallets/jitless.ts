import * as z from 'zod';

// A strict page forbids the code that zod would make at run time. Imported first: a shape looks when it is made.
z.config({ jitless: true });
