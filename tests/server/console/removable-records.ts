import type { RestorableKind } from '../../../src/domain/staff/restorable-kinds.ts'
import { attributeScreen, newAttributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { brandScreen, newBrandScreen } from '../../../src/server/console/brands/brand-page.ts'
import { campaignScreen } from '../../../src/server/console/campaigns/campaign-page.ts'
import { newCampaignScreen } from '../../../src/server/console/campaigns/new-campaign-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { newCategoryScreen } from '../../../src/server/console/categories/new-category-page.ts'
import { contentScreen } from '../../../src/server/console/content/content-page.ts'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { deviceScreen, newDeviceScreen } from '../../../src/server/console/devices/device-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { webhookScreen } from '../../../src/server/console/integrations/webhook-page.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { newPriceListScreen, priceListScreen } from '../../../src/server/console/price-lists/price-list-page.ts'
import { newProductScreen } from '../../../src/server/console/products/make/new-product-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { synonymScreen } from '../../../src/server/console/search/synonym-page.ts'
import { triggerScreen } from '../../../src/server/console/search/trigger-page.ts'
import { wordVersion } from '../../../src/server/console/search/word-action.ts'
import { sourceScreen } from '../../../src/server/console/sources/source-page.ts'
import { sourcesScreen } from '../../../src/server/console/sources/sources-page.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addCustomer } from '../identity/shopper.ts'
import { contentOf, outcome, type Browser, type Form } from './at-console.ts'
import { friday } from './campaign-screens.ts'

type Where = { params?: Record<string, string>; query?: Record<string, string> }
type Removable = {
  readonly kind: RestorableKind
  /** What the page of the record shows of it; undefined where there is none. */
  readonly shown: () => Promise<unknown>
  readonly remove: () => Promise<void>
}
type Made<Page> = {
  screen: ConsoleScreenFunction<Page>
  where: Where
  fields: (page: Page) => unknown
  form?: (page: Page) => Form
}

/** A record of every kind that is restored after it was removed. */
export async function removableRecords(shop: Shop, who: Browser): Promise<Removable[]> {
  const record = <Page>(kind: RestorableKind, { screen, where, fields, form }: Made<Page>): Removable => {
    const page = async () => (await outcome(shop, who, screen, where)).content
    return {
      kind,
      shown: async () => {
        const content = await page()
        return content === undefined ? undefined : fields(content)
      },
      remove: async () => {
        const content = await page()
        if (content === undefined) throw new Error(`There is no ${kind}.`)
        const sent = { action: 'remove', sure: 'yes', ...form?.(content) }
        const { fault } = await outcome(shop, who, screen, { ...where, form: sent })
        if (fault !== null) throw new Error(`${kind}: ${fault}`)
      },
    }
  }
  const make = async <Page>(screen: ConsoleScreenFunction<Page>, form: Form, where: Where = {}): Promise<string> => {
    const { location, fault } = await outcome(shop, who, screen, { ...where, form: { action: 'make', ...form } })
    if (fault !== null) throw new Error(fault)
    return /([^/?]+)(?:\?|$)/.exec(location ?? '')?.[1] ?? ''
  }
  return [
    ...(await goods(record, make)),
    ...(await words(shop, record, make)),
    ...(await prices(shop, who, record, make)),
    ...(await company(shop, who, record, make)),
  ]
}

type RecordOf = <Page>(kind: RestorableKind, made: Made<Page>) => Removable
type Make = <Page>(screen: ConsoleScreenFunction<Page>, form: Form, where?: Where) => Promise<string>

const named = { name_sv: 'Dockor', name_en: 'Docks' }

async function goods(record: RecordOf, make: Make): Promise<Removable[]> {
  const brand = await make(newBrandScreen, {
    version: '',
    name: 'Dockmaker',
    slug: 'dock-maker',
    maker: 'Dock AB',
    eu_contact: '',
    description_sv: '',
    description_en: 'One\nTwo',
  })
  const attribute = await make(newAttributeScreen, { ...named, id: 'ports', unit: 'W', kind: 'number', facet: 'yes' })
  const device = await make(newDeviceScreen, {
    brand: 'Dell',
    series: 'Dock',
    model: 'WD19',
    type_numbers: 'K20A, K20B',
  })
  const texts = { slug_sv: '', slug_en: '', description_sv: 'Text', description_en: '', page_title_sv: '' }
  const category = await make(newCategoryScreen, { ...named, ...texts, parent: 'laptop-parts' })
  await make(newProductScreen, { sku: 'DOCK-1', ...named, price: '499', type: 'standard', from: '' })
  return [
    record('brand', { screen: brandScreen, where: { params: { id: brand } }, fields: ({ fields }) => fields }),
    record('attribute', {
      screen: attributeScreen,
      where: { params: { id: attribute } },
      fields: ({ id, fields }) => [id, fields],
    }),
    record('device', {
      screen: deviceScreen,
      where: { params: { id: device } },
      fields: ({ id, fields, addresses }) => [id, fields, addresses],
    }),
    record('category', {
      screen: categoryScreen,
      where: { params: { id: category } },
      fields: ({ fields, path }) => [fields, path],
    }),
    record('product', {
      screen: productScreen,
      where: { params: { sku: 'DOCK-1' } },
      fields: ({ sections }) => sections.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])),
    }),
  ]
}

async function words(shop: Shop, record: RecordOf, make: Make): Promise<Removable[]> {
  const common = { query: '', language: 'sv', miss: '' }
  const meaning = { phrase: 'dockor', words: 'dockning', version: wordVersion({ words: [] }) }
  await make(synonymScreen, { action: 'save', ...common, ...meaning })
  const trigger = { trigger_sv: 'laga', hint_sv: 'Vi lagar', url_sv: '/sv/sida/om', url_title_sv: 'Läs' }
  const none = { trigger_en: '', hint_en: '', url_en: '', url_title_en: '' }
  await make(triggerScreen, { action: 'save', version: '', ...common, ...trigger, ...none })
  const hints = shop.db.selectFrom('search_hints').select('id').where('trigger', '=', 'laga')
  const { id } = await hints.executeTakeFirstOrThrow()
  return [
    record('synonym', {
      screen: synonymScreen,
      where: { query: { phrase: 'dockor' } },
      fields: ({ words: text }) => (text === '' ? undefined : text),
      form: ({ version, words: text }) => ({ ...common, version, phrase: 'dockor', words: text }),
    }),
    record('trigger', {
      screen: triggerScreen,
      where: { query: { id } },
      fields: ({ fields }) => fields,
      form: ({ version, fields }) => ({ ...common, ...fields, version }),
    }),
  ]
}

async function prices(shop: Shop, who: Browser, record: RecordOf, make: Make): Promise<Removable[]> {
  await addCustomer(shop, { id: 'anna' })
  const agreed = { name: 'Agreement', from: '2026-12-01', until: '', customers: 'anna@example.se', organizations: '' }
  const list = await make(newPriceListScreen, { currency: 'SEK', ...agreed })
  const row = { action: 'set', sku: 'FAN', quantity: '1', price: '77' }
  await outcome(shop, who, priceListScreen, { params: { id: list }, form: row })
  const empty = { category: '', brand: '', from: '', to: '', status: '', stock: '', ending: 'ore' }
  const wanted = { ...empty, name: 'Midsummer', skus: 'FAN\nRAM', how: 'percent', value: '20', ...friday }
  const { preview } = await contentOf(shop, who, newCampaignScreen, { form: { action: 'make', ...wanted } })
  const campaign = await make(newCampaignScreen, { ...wanted, seen: preview?.seen ?? '' })
  return [
    record('price_list', {
      screen: priceListScreen,
      where: { params: { id: list } },
      fields: ({ fields, rows }) => [fields, rows],
    }),
    record('campaign', {
      screen: campaignScreen,
      where: { params: { id: campaign } },
      fields: ({ fields, rule, table }) => [fields, rule, table.rows],
      form: ({ version }) => ({ version }),
    }),
  ]
}

async function company(shop: Shop, who: Browser, record: RecordOf, make: Make): Promise<Removable[]> {
  const page = await make(contentScreen, { kind: 'page', language: 'sv', title: 'Våra dockor' })
  const guide = await make(contentScreen, { kind: 'guide', language: 'sv', title: 'Byta dockans fläkt' })
  const text = (kind: 'page' | 'guide', id: string) =>
    record('content', {
      screen: contentItemScreen,
      where: { params: { kind, id } },
      fields: ({ sides }) =>
        sides.flatMap(({ language, sections }) =>
          sections.flatMap((section) => section.fields.map(({ name, stored }) => [language, name, stored])),
        ),
      form: () => ({ action: 'delete', target: '' }),
    })
  const role = { action: 'save', name: 'Night desk', version: '0', 'permission:orders.view': '1' }
  await make(roleScreen, role, { params: { name: 'new' } })
  const { since, fields } = await contentOf(shop, who, sourcesScreen)
  const source = { ...fields, since, name: 'acme', from: 'https://acme.example/a.csv' }
  await make(sourcesScreen, { action: 'add', ...source })
  const webhook = { name: 'Books', url: 'https://books.example/hook?key=1', 'event:stock.low': '1' }
  await contentOf(shop, who, webhooksScreen, { form: { action: 'add', ...webhook } })
  const endpoint = (await contentOf(shop, who, webhooksScreen)).endpoints[0]?.id ?? ''
  return [
    text('page', page),
    text('guide', guide),
    record('role', {
      screen: roleScreen,
      where: { params: { name: 'Night desk' } },
      fields: ({ permissions }) => permissions,
    }),
    record('source', {
      screen: sourceScreen,
      where: { params: { name: 'acme' } },
      fields: ({ fields: own }) => own,
      form: (shown) => ({ since: shown.since }),
    }),
    record('webhook', {
      screen: webhookScreen,
      where: { params: { id: endpoint } },
      fields: ({ name, url, events }) => [name, url, events],
    }),
  ]
}
