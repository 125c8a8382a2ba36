import { writeFileSync } from 'node:fs'
import { currencyByCode, type CurrencyCode } from '../../../src/domain/money/currencies.ts'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { startContext } from '../../../src/domain/places/shopping-context.ts'
import type { Json } from '../../../src/server/platform/settings/setting-names.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'
import { importText } from '../import/import-with.ts'

const company = (organizationNumber: string, vatNumber: string, town: string) => ({
  name: 'Osat ja Osat',
  organizationNumber,
  vatNumber,
  contact: { sv: { address: ['Torggatan 1', town], email: 'hello@parts.example' } },
})

/** What the merchant writes in the file of `init`. */
const answers: Readonly<Record<'FI' | 'DK' | 'NO' | 'DE', { [group: string]: Json }>> = {
  FI: {
    home: { country: 'FI' },
    company: {
      ...company('0112038-9', 'FI01120389', '00100 Helsingfors'),
      iban: 'FI2112345600000785',
      bic: 'NDEAFIHH',
    },
  },
  DK: { home: { country: 'DK' }, company: company('22756214', 'DK22756214', '1050 København') },
  DE: {
    home: { country: 'DE' },
    company: {
      ...company('Amtsgericht München HRB 12345', 'DE136695976', '80331 München'),
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
  },
  NO: { home: { country: 'NO' }, company: company('923 609 016', 'NO 923 609 016 MVA', '0151 Oslo') },
}

/** A shop in another country that `init` made, without products. */
export async function shopIn(country: keyof typeof answers): Promise<ShopCommands> {
  const commands = await shopCommands({ seeded: false })
  writeFileSync(commands.file('answers.json'), JSON.stringify(answers[country]))
  const { code, err } = await commands.run('init', '--file', commands.file('answers.json'))
  if (code !== 0) throw new Error(err)
  await commands.shop.settings.refresh()
  return commands
}

/** Imports a feed of parts, whose columns are sku, name, price (without VAT) and stock, as the shop's own currency. */
export async function importParts(shop: Shop, currency: CurrencyCode, rows: readonly string[]) {
  return importText(shop, ['parts.csv', ['sku;name;price;stock', ...rows].join('\n')], {
    price: { column: 'price', currency, vat: 'ex' },
    stock: { column: 'stock' },
  })
}

/** A visitor of the Swedish variant who has chosen nothing, or a country or currency. */
export function visitor(shop: Shop, country?: string, code?: CurrencyCode): ShoppingContext {
  const start = startContext(shop.settings.locale('sv'))
  const currency = code === undefined ? start.currency : currencyByCode(code)
  if (!currency) throw new Error(`No currency ${code}.`)
  return { ...start, currency, country: country ?? start.country }
}
