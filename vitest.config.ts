import { defineConfig } from 'vitest/config'

const serverTests = ['tests/server/**/*.test.{ts,tsx}']

export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    projects: [
      { test: { name: 'laws', include: ['tests/*.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['tests/*/**/*.test.{ts,tsx}'],
          exclude: serverTests,
          globalSetup: 'tests/support/sqlite-setup.ts',
          provide: { engine: 'sqlite' },
        },
      },
      {
        test: {
          name: 'server-sqlite',
          include: serverTests,
          globalSetup: 'tests/support/sqlite-setup.ts',
          provide: { engine: 'sqlite' },
        },
      },
      {
        test: {
          name: 'server-postgres',
          include: serverTests,
          globalSetup: 'tests/support/postgres-setup.ts',
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
