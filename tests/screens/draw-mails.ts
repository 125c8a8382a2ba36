import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import PostalMime from 'postal-mime'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { createShop } from '../../src/server/create-shop.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../src/server/platform/db/database-location.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { everyMail } from '../server/notifications/mail/every-mail.ts'
import { fill } from '../support/database-copy.ts'
import { fixtureNow } from '../support/fixture-shop.ts'
import { mailFiles } from '../support/mailbox.ts'
import { unlimitedOrders } from '../support/unlimited-orders.ts'
import '../support/tsx-in-node.ts'

const looks = [360, 700].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
const onOneSheet = 12
const typed = {
  name: 'Anna Andersson',
  organization: 'Verkstan i Göteborg AB',
  message: 'Vi har allt hemma.\nLeverans senast på måndag.',
}

type Sheet = (typeof looks)[number] & { mails: readonly string[] }

/** Sends every kind of mail from an example shop and renders them side by side, with their texts. */
export async function drawMails(browser: Browser, folder: string): Promise<void> {
  for (const language of languages) {
    const mails = await examples(language)
    console.log(`${mails.length} mails in ${language}`)
    await writeFile(
      path.join(folder, `mails-${language}.txt`),
      mails.map(({ name, text }) => `==== ${name}\n${text}`).join('\n'),
    )
    for (let at = 0; at < mails.length; at += onOneSheet) {
      const sheet = mails.slice(at, at + onOneSheet).map(({ html }) => html)
      for (const look of looks)
        await draw(
          browser,
          { mails: sheet, ...look },
          path.join(folder, `mails-${at / onOneSheet + 1}-${language}-${look.width}-${look.scheme}.png`),
        )
    }
  }
}

async function examples(language: Language) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mails-'))
  const env = parseEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    SANDBOX_PAYMENTS: '1',
    ...unlimitedOrders,
    SHOP_DATA: folder,
    ORIGIN: 'https://delverk.example',
  })
  const open = connect(databaseLocation(env))
  await fill(open, 'fixture')
  await open.db.destroy()
  const shop = await createShop(env, { now: () => fixtureNow })
  try {
    await everyMail(shop, language, typed)
    return await Promise.all(
      mailFiles(folder).map(async (file) => {
        const { html = '', text = '' } = await PostalMime.parse(await readFile(file))
        return { html, text, name: path.basename(file, '.eml') }
      }),
    )
  } finally {
    await shop.close()
    await rm(folder, { recursive: true })
  }
}

async function draw(browser: Browser, { mails, width, scheme }: Sheet, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 4 * (width + 16) + 16, height: 600 }, colorScheme: scheme })
  const frames = mails.map(
    (html) => `<iframe width="${width}" srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  )
  await page.setContent(
    `<style>html { color-scheme: ${scheme}; background: gray } ` +
      `body { display: flex; flex-wrap: wrap; align-items: start; gap: 16px } ` +
      `iframe { border: 0 }</style>${frames.join('')}`,
    { waitUntil: 'load' },
  )
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe'))
      frame.height = String(frame.contentDocument?.documentElement.scrollHeight)
  })
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
}
