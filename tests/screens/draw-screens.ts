/**
 * `npm run screens`: renders every screen in both languages, three widths, light and dark, into screens/; `-- mails`
 * renders the mails, `-- console` the screens of the console (`-- console long 360 dark orders` some of them), and
 * `-- console check` looks at them by program, `-- console changed` draws records that were changed by form.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { buildIfStale } from '../../src/tools/build-if-stale.ts'
import { browserArguments, findWorkingBrowser } from '../support/find-browser.ts'
import { runShop } from '../support/running-shop.ts'
import { checkConsole } from './check-console.ts'
import { drawChanged } from './draw-changed.ts'
import { drawConsole } from './draw-console.ts'
import { drawMails } from './draw-mails.ts'
import { screens, type ScreenToDraw } from './screens.ts'

const folder = path.resolve(import.meta.dirname, '../../screens')
const widths = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const schemes = ['light', 'dark'] as const
const only = process.argv.slice(2)

type Shot = {
  screen: ScreenToDraw
  language: Language
  size: (typeof widths)[number]
  scheme: (typeof schemes)[number]
}

await mkdir(folder, { recursive: true })
const executablePath = await findWorkingBrowser()
const browser = await chromium.launch({ args: browserArguments, ...(executablePath ? { executablePath } : {}) })
try {
  if (only.includes('mails')) await drawMails(browser, folder)
  else if (only[0] === 'console') {
    await buildIfStale(console.log)
    if (only[1] === 'check') await checkConsole(browser, only.slice(2))
    else if (only[1] === 'changed') await drawChanged(browser, folder, only.slice(2))
    else await drawConsole(browser, folder, only.slice(1))
  } else await drawScreens()
} finally {
  await browser.close()
}

async function drawScreens(): Promise<void> {
  await buildIfStale(console.log)
  const shop = await runShop()
  try {
    for (const shot of shots()) await draw(browser, shop.origin, shot)
  } finally {
    await shop.stop()
  }
}

function shots(): Shot[] {
  const wanted = screens.filter((screen) => only.length === 0 || only.some((name) => screen.name.startsWith(name)))
  return wanted.flatMap((screen) =>
    languages.flatMap((language) =>
      widths.flatMap((size) => schemes.map((scheme) => ({ screen, language, size, scheme }))),
    ),
  )
}

async function draw(on: Browser, origin: string, { screen, language, size, scheme }: Shot): Promise<void> {
  const context = await on.newContext({
    viewport: size,
    colorScheme: scheme,
    baseURL: origin,
    hasTouch: size.width < 800,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const name = `${screen.name}-${language}-${size.width}-${scheme}`
  try {
    await screen.open(page, language)
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: screen.whole ?? true })
    console.log(name)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}
