import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { changeRecords } from './change-records.ts'
import { localeOf, wanted } from './console-looks.ts'
import { signOwnerIn, startStage } from './console-stages.ts'
import { drawAll, looksOf } from './draw-console.ts'

/** `npm run screens -- console changed`: records with a history, after changes that somebody has made by form. */
export async function drawChanged(browser: Browser, folder: string, words: readonly string[]): Promise<void> {
  const shop = await startStage('usual')
  try {
    const context = await browser.newContext({ locale: localeOf('en') })
    context.setDefaultTimeout(180_000)
    const url = `${shop.consoleOrigin}/console`
    const first = await signOwnerIn(shop, 'en', 'usual')
    await context.addCookies([{ name: 'staff_session', value: first, url }])
    // An upload is prepared only where every saved profile can be read.
    rmSync(path.join(shop.dataFolder, 'profiles/hostile.json'))
    const addresses = await changeRecords(await context.newPage(), shop)
    await context.close()
    const changed = { ...shop, addresses }
    for (const language of wanted(words, languages)) {
      const session = await signOwnerIn(shop, language, 'usual')
      const staged = { stage: 'usual', shop: changed, language, session, names: Object.keys(addresses), words } as const
      for (const look of looksOf(words)) await drawAll(browser, folder, staged, look)
    }
  } finally {
    await shop.stop()
  }
}
