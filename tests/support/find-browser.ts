import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/**
 * The Chromium for browser tests: CHROMIUM_PATH, else Playwright's own, else one installed on the system.
 * @returns the program's path, or undefined when there is none.
 */
export function findBrowser(): string | undefined {
  return candidates()[0]
}

/** The same, skipping browsers that do not start because a system library is missing. */
export async function findWorkingBrowser(): Promise<string | undefined> {
  for (const file of candidates()) if (await starts(file)) return file
  return undefined
}

/**
 * Chromium's headless shell, which renders pages in half the time but has no back/forward cache: HEADLESS_SHELL_PATH,
 * else the one of the Linux distribution, unless CHROMIUM_PATH requests another browser.
 */
export function findHeadlessShell(): string | undefined {
  const file =
    process.env['HEADLESS_SHELL_PATH'] ??
    (process.env['CHROMIUM_PATH'] ? undefined : '/usr/bin/chromium-headless-shell')
  return file !== undefined && existsSync(file) ? file : undefined
}

/** The same, or undefined when it does not start. */
export async function findWorkingShell(): Promise<string | undefined> {
  const file = findHeadlessShell()
  return file !== undefined && (await starts(file)) ? file : undefined
}

async function starts(executablePath: string): Promise<boolean> {
  return chromium
    .launch({ executablePath, args: browserArguments })
    .then((browser) => browser.close())
    .then(
      () => true,
      () => false,
    )
}

function candidates(): string[] {
  const given = process.env['CHROMIUM_PATH']
  const files = given ? [given] : [chromium.executablePath(), ...systemBrowsers()]
  return files.filter((file) => existsSync(file))
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') return macBrowsers
  return process.platform === 'win32' ? windowsBrowsers() : linuxBrowsers
}

const linuxBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

const macBrowsers = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

function windowsBrowsers(): string[] {
  const programs = [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ]
  const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? [])
  return folders.flatMap((folder) => programs.map((program) => path.join(folder, program)))
}

/** Chromium's sandbox refuses to run as root, which is usual in containers. */
export const browserArguments = [
  // Pages of tests end before optimized code pays for its compilation (docs/decisions/0262).
  '--js-flags=--no-maglev --no-turbofan',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
]

const executablePath = findBrowser()
/** For what the headless shell cannot do: the back/forward cache, and redirects to a host that a test answers for. */
export const wholeBrowser = { args: browserArguments, ...(executablePath && { executablePath }) }
