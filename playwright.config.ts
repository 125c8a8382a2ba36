import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser, findHeadlessShell } from './tests/support/find-browser.ts'
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts'
import { usualRun } from './tests/support/usual-run.ts'

keepTemporaryFilesInMemory()

const port = Number(process.env['SHOP_TEST_PORT'] ?? 4397)
const baseURL = `http://127.0.0.1:${port}`
const executablePath = findHeadlessShell() ?? findBrowser()

const everything = process.env['E2E_ALL'] !== undefined

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/editors-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // One more than the cores of a small machine: each waits a fifth of its time for a page or a mail.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(executablePath ? { executablePath } : {}) },
  },
  // Both languages and both sizes in half the time: Swedish on the phone, English on the desktop, or all with
  // E2E_ALL=1.
  projects: [
    {
      name: 'phone',
      ...(everything ? { grepInvert: /@wide/ } : usualRun.phone),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      ...(everything ? { grepInvert: /@narrow/ } : usualRun.desktop),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: `"${process.execPath}" tests/support/browser-shop.ts`,
    env: { PORT: String(port), PLAIN_PICTURES: '1' },
    url: `${baseURL}/healthz`,
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
