import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { findWorkingBrowser, findWorkingShell } from '../../tests/support/find-browser.ts'
import { run, runPackage } from './run-program.ts'
import { failure, type Step, type StepResult } from './steps.ts'
import { inScratchFolder } from './vitest-step.ts'

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }
type Suite = { suites?: Suite[]; specs: Spec[] }
type Spec = { file: string; title: string; ok: boolean; tests: { results: TestRun[] }[] }
type TestRun = { errors: { message?: string }[]; attachments: { name: string; path?: string }[] }

/** Runs tests/e2e in a real browser, in a phone and a desktop size, against the built shop. */
export const browserStep: Step = {
  name: 'browser',
  run: async () => {
    const browser = (await findWorkingBrowser()) ?? (await installBrowser())
    const shell = (await findWorkingShell()) ?? (await installShell())
    const env = {
      CHROMIUM_PATH: browser,
      ...(shell && { HEADLESS_SHELL_PATH: shell }),
      SHOP_TEST_PORT: String(await freePort()),
    }
    return inScratchFolder((folder) => runPlaywright(path.join(folder, 'report.json'), env))
  },
}

/** Tries Playwright's own download first; if its host cannot be reached, the package of the Linux distribution. */
async function installBrowser(): Promise<string> {
  console.log('Installing a Chromium for the browser tests (once, some minutes) …')
  await runPackage('@playwright/test', 'playwright', ['install', 'chromium'])
  const downloaded = await findWorkingBrowser()
  if (downloaded !== undefined) return downloaded
  await installDebianPackage('chromium')
  const installed = await findWorkingBrowser()
  if (installed !== undefined) return installed
  throw new Error(
    'No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

/**
 * Installs the headless shell. It is optional, but without it the tests take half as long again. Skipped when
 * CHROMIUM_PATH is set.
 */
async function installShell(): Promise<string | undefined> {
  if (process.env['CHROMIUM_PATH'] !== undefined) return undefined
  await installDebianPackage('chromium-headless-shell')
  return findWorkingShell()
}

/** Does nothing on other systems, or without root. */
async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  await run('apt-get', ['update'])
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], { DEBIAN_FRONTEND: 'noninteractive' })
}

async function runPlaywright(reportFile: string, env: NodeJS.ProcessEnv): Promise<StepResult> {
  const { ok, output } = await runPackage('@playwright/test', 'playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  })
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, output }
  const { stats, suites }: PlaywrightReport = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failed = stats.unexpected + stats.flaky
  const failures = suites.flatMap(specsOf).filter((spec) => !spec.ok)
  return {
    passed: stats.expected,
    failed: failed === 0 && !ok ? 1 : failed,
    output,
    failures: failures.map(({ file, title, tests }) => failure(`${file}: ${title}`, reasonOf(tests))),
  }
}

function specsOf({ suites = [], specs }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The errors of a test, and what the page showed then. */
function reasonOf(tests: Spec['tests']): string {
  const runs = tests.flatMap(({ results }) => results)
  return [...runs.flatMap(({ errors }) => errors.map(({ message = '' }) => message)), ...runs.map(mainPart)].join('\n')
}

/** The outline of the page's main part that Playwright keeps with a failure. */
function mainPart({ attachments }: TestRun): string {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  if (file === undefined || !existsSync(file)) return ''
  const [, outline = ''] = readFileSync(file, 'utf8').split('# Page snapshot')
  return outline.slice(Math.max(0, outline.indexOf('- main'))).split('```')[0] ?? ''
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => {
    probe.close(resolve)
  })
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
