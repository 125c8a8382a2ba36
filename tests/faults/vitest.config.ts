import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { projectRoot } from '../support/source-files.ts'
import { planted, type Fault } from './fault.ts'

const fault: Fault | null = JSON.parse(process.env['FAULT'] ?? 'null')

/** Applies the mutation while the module is loaded, so that no file is changed. */
const plant: Plugin = {
  name: 'plant-fault',
  enforce: 'pre',
  transform(code, id) {
    if (fault === null || id.replace(/\?.*$/, '') !== path.join(projectRoot, fault.file).replaceAll(path.sep, '/'))
      return undefined
    return { code: planted(code, fault), map: null }
  },
}

export default defineConfig({
  root: projectRoot,
  plugins: [plant],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    pool: 'threads',
    // A cached module would be without the mutation, or with the last one.
    fsModuleCache: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // Each tab of a test has an engine of its own, as in the project `unit`.
    server: { deps: { inline: ['@nanostores/persistent'] } },
    globalSetup: 'tests/support/sqlite-setup.ts',
    provide: { engine: 'sqlite' },
  },
})
