/** Global set-up of the vitest projects that run on SQLite: a folder is all they need. */
export { provideRunFolder as default } from './run-folder.ts'
