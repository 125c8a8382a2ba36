import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { currencyByCode } from '../../../src/domain/money/currencies.ts'
import { readQueryOrder } from '../../../src/server/search/reading/query-order.ts'
import { orderOfQuery } from '../../../src/server/storefront/order-of-query.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const read = (code: string, text: string) => {
  const currency = currencyByCode(code)
  const found = currency && readQueryOrder(text, currency)
  return found && [found.rest, found.sort, found.price]
}

test.each([
  ['SEK', 'billigaste ssd 2tb', 'ssd 2tb', 'price_up', undefined],
  ['SEK', 'SSD billigt', 'SSD', 'price_up', undefined],
  ['EUR', 'lowest price ram', 'ram', 'price_up', undefined],
  ['SEK', 'dyraste grafikkort', 'grafikkort', 'price_down', undefined],
  ['SEK', 'ssd under 1 000 kr', 'ssd', undefined, '..1000'],
  ['SEK', 'ssd max 999:-', 'ssd', undefined, '..999'],
  ['SEK', 'moderkort upp till 2.000 kronor', 'moderkort', undefined, '..2000'],
  ['SEK', 'nätaggregat från 500 kr', 'nätaggregat', undefined, '500..'],
  ['SEK', 'grafikkort 3000-5000 kr', 'grafikkort', undefined, '3000..5000'],
  ['SEK', 'skärm mellan 1 000 och 2 500 sek', 'skärm', undefined, '1000..2500'],
  ['SEK', 'ssd billigare än 500 kr', 'ssd', undefined, '..500'],
  ['EUR', 'cheap ssd cheaper than 50 euros', 'ssd', 'price_up', '..50'],
  ['EUR', 'gpu under 300', 'gpu', undefined, '..300'],
  ['EUR', 'gpu under €299,99 white', 'gpu white', undefined, '..299.99'],
  ['GBP', 'cheapest charger under £20', 'charger', 'price_up', '..20'],
  ['EUR', 'cpu for 200 euro', 'cpu', undefined, '..200'],
  ['SEK', 'mus för 300 kr', 'mus', undefined, '..300'],
  ['USD', 'up to 50 dollars keyboard', 'keyboard', undefined, '..50'],
])('an order and prices in %s are read: "%s"', (code, text, rest, sort, price) => {
  expect(read(code, text)).toEqual([rest, sort, price])
})

test.each([
  ['SEK', 'nätaggregat under 65 w'],
  ['SEK', 'kabel under 2 m'],
  ['SEK', 'batteri till 300'],
  ['SEK', 'pro max 500 lampa'],
  ['EUR', 'gpu under 300 kr'],
  ['SEK', 'billigt'],
  ['SEK', 'under 300 kr'],
  ['SEK', 'ssd 500gb'],
  ['SEK', ''],
])('no order or price in %s is read from "%s"', (code, text) => {
  expect(read(code, text)).toBeUndefined()
})

test('prices in another currency become those of the same worth in the one that is shown', async () => {
  await using shop = await fixtureShop()
  const ask = async (currency: string, text: string) => {
    const shown = currencyByCode(currency)
    const found = shown && (await orderOfQuery(shop, { ...swedish(), currency: shown }, text))
    return found && [found.rest, found.price]
  }
  const rates = await shop.db.selectFrom('currency_rates').select(['currency', 'per_sek_micro']).execute()
  const euros = (rates.find(({ currency }) => currency === 'EUR')?.per_sek_micro ?? 0) / 1_000_000
  expect(await ask('EUR', 'bat under 1 000 kr')).toEqual(['bat', `..${Math.ceil(1000 * euros)}`])
  expect(await ask('SEK', 'bat 20-50 euro')).toEqual(['bat', `${Math.floor(20 / euros)}..${Math.ceil(50 / euros)}`])
  expect(await ask('EUR', 'bat under 50 kr under 20 euro')).toEqual(['bat under 50 kr', '..20'])
  await shop.db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  expect(await ask('SEK', 'bat under 20 euro')).toBeUndefined()
})

test('a search leads to the list in that order and range, once', async () => {
  await using shop = await fixtureShop()
  const open = (query: Record<string, string>) => searchPage(shop, swedish(), listQuery.parse(query))
  const answer = await open({ q: 'billigaste bat under 500 kr' })
  expect(answer instanceof Response && [answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/sv/sok?q=bat&sort=price_up&price=..500',
  ])
  expect(await open({ q: 'billiga billiga bat', sort: 'price_up' })).not.toBeInstanceOf(Response)
})
