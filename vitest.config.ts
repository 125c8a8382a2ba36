import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts'
import { testsOfOneEngine } from './tests/support/one-engine.ts'

keepTemporaryFilesInMemory()

const serverTests = ['tests/server/**/*.test.{ts,tsx}']
const featureTests = ['tests/features/**/*.test.{ts,tsx}']

/**
 * Only modules of `features/` and `browser/` keep state, so all other test files may share their modules, whose loading
 * takes longer than the tests.
 */
const shared = { include: serverTests, isolate: false }
const sqlite = { globalSetup: 'tests/support/sqlite-setup.ts', provide: { engine: 'sqlite' as const } }

export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Vitest leaves one core for itself; of two that is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // One process, which reads each source file once.
      { test: { name: 'laws', include: ['tests/*.test.ts'], isolate: false, maxWorkers: 1 } },
      {
        test: {
          ...sqlite,
          name: 'unit',
          include: ['tests/*/**/*.test.{ts,tsx}'],
          exclude: [...serverTests, ...featureTests],
          isolate: false,
        },
      },
      {
        test: {
          ...sqlite,
          name: 'features',
          include: featureTests,
          // Each file has modules of its own; starting a thread for it takes less than a process.
          pool: 'threads',
          // Each tab of a test has an engine of its own.
          server: { deps: { inline: ['@nanostores/persistent'] } },
        },
      },
      {
        test: {
          ...shared,
          ...sqlite,
          name: 'server-sqlite',
        },
      },
      {
        test: {
          ...shared,
          name: 'server-postgres',
          exclude: testsOfOneEngine(),
          globalSetup: 'tests/support/postgres-setup.ts',
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
