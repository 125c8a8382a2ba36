/** Global setup of the vitest projects that run on SQLite: they only need a folder. */
export { provideRunFolder as default } from './run-folder.ts'
