/** The thread of the `import` command. */
export const importProgram = new URL('../../src/tools/import/import-worker.ts', import.meta.url)
