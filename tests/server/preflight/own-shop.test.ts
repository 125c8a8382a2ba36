import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../../src/domain/places/locales.ts'
import { loadReferenceData } from '../../../src/server/platform/db/reference/reference-data.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { preflight, refuseUnfit } from '../../../src/server/preflight/preflight.ts'
import { otherShop } from '../../support/other-shop.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'

const pages = ['about', 'contact', 'delivery', 'returns', 'terms', 'privacy']
/** As docs/how-to/open-your-own-shop.md says. */
const production = {
  NODE_ENV: 'production',
  ORIGIN: 'https://www.kretsen.example',
  TRUST_PROXY_HOPS: '1',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
}

async function warnings({ shop }: ShopCommands): Promise<string[]> {
  await shop.settings.refresh()
  const env = { ...parseEnv(production), SHOP_DATA: shop.env.SHOP_DATA }
  const refused = await refuseUnfit({ ...shop, env })
  expect(refused).toEqual((await preflight({ ...shop, env })).filter(({ verdict }) => verdict !== 'ok'))
  return refused.map(({ name, text }) => `${name}: ${text}`)
}

/** Writes what the draft left open, as a merchant would, and publishes it. */
async function publish({ run, file }: ShopCommands, kind: string, id: string): Promise<void> {
  for (const language of languages) {
    const { out } = await run('content', 'get', kind, id, '--lang', language)
    writeFileSync(file('text.html'), out.replaceAll(/\[…[^\]]*\]/g, 'Done.'))
    expect((await run('content', 'put', kind, id, file('text.html'), '--lang', language)).code).toBe(0)
  }
  expect((await run('content', 'publish', kind, id)).code).toBe(0)
}

test('a shop that was made by init boots in production without a warning once its texts are published', async () => {
  await using commands = await shopCommands({ seeded: false })
  await loadReferenceData(commands.shop)
  writeFileSync(commands.file('answers.json'), JSON.stringify(otherShop))
  expect((await commands.run('init', '--file', commands.file('answers.json'))).code).toBe(0)
  expect(await warnings(commands)).toEqual([
    expect.stringMatching(/^rates: The oldest exchange rate, of [A-Z]{3}, is/),
    expect.stringMatching(/^texts: These pages are not published: \/en\/terms, \/en\/privacy, \/en\/contact, \/sv\/k/),
  ])
  const rates = ['EUR', '11.02', 'NOK', '0.95', 'DKK', '1.47', 'GBP', '12.70', 'USD', '9.50']
  expect((await commands.run('rates', 'set', ...rates)).code).toBe(0)
  expect((await commands.run('content', 'publish', 'page', 'terms')).code).toBe(0)
  expect(await warnings(commands)).toEqual([
    expect.stringContaining('marked […]: page terms (en), page terms (sv).'),
    expect.stringMatching(/^links: .*“Leverans” \(\/sv\/leverans\) of the page terms \(sv\)/),
  ])
  for (const id of pages) await publish(commands, 'page', id)
  await publish(commands, 'widget', 'home')
  await publish(commands, 'widget', 'footer-columns')
  expect(await warnings(commands)).toEqual([])
})

test('doctor names links to screens that are switched off and to pages that nobody sees', async () => {
  await using commands = await shopCommands({ seeded: false })
  await loadReferenceData(commands.shop)
  writeFileSync(commands.file('answers.json'), JSON.stringify(otherShop))
  expect((await commands.run('init', '--file', commands.file('answers.json'))).code).toBe(0)
  const words = (text: string) => ({ en: text, sv: text })
  const links = [
    { text: words('Guides here'), screen: 'guides' },
    { text: words('About here'), page: 'about' },
    { text: words('Elsewhere'), address: 'https://example.org/' },
  ]
  const columns = JSON.stringify([{ id: 'more', title: words('More'), links }])
  expect((await commands.run('settings', 'set', 'footer.columns', columns)).code).toBe(0)
  const home = '<p><a href="/sv/reparationsguide">Repair</a> <a href="/sv/jamfor">Compare</a></p>'
  writeFileSync(commands.file('home.html'), home)
  expect(
    (await commands.run('content', 'put', 'widget', 'home', commands.file('home.html'), '--lang', 'sv')).code,
  ).toBe(0)
  expect((await commands.run('content', 'publish', 'widget', 'home', '--lang', 'sv')).code).toBe(0)
  const told = async () => (await warnings(commands)).find((each) => each.startsWith('links:')) ?? ''
  expect(await told()).toMatch(/\(2\): “About here” \(page about\) of footer\.columns \(en\)/)
  expect((await commands.run('settings', 'set', 'features.guides', 'false')).code).toBe(0)
  const off = await told()
  expect(off).toContain('(5): “Repair” (/sv/reparationsguide) of the widget home (sv); “Guides here” (guides)')
  expect(off).not.toMatch(/Compare|Elsewhere/)
  expect((await commands.run('settings', 'set', 'footer.columns', '[]', 'features.guides', 'true')).code).toBe(0)
  expect(await told()).toBe('')
})

test('a shop without a company refuses to boot in production', async () => {
  await using commands = await shopCommands({ seeded: false })
  await expect(warnings(commands)).rejects.toThrow('Nobody has set which company runs the shop')
})
