import type { AuditLine } from '../../../src/contracts/console/staff.ts'
import { attributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { brandScreen } from '../../../src/server/console/brands/brand-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { couponScreen, newCouponScreen } from '../../../src/server/console/coupons/coupon-page.ts'
import { deviceScreen } from '../../../src/server/console/devices/device-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { pictureScreen } from '../../../src/server/console/pictures/picture-page.ts'
import { newPriceListScreen, priceListScreen } from '../../../src/server/console/price-lists/price-list-page.ts'
import { synonymScreen } from '../../../src/server/console/search/synonym-page.ts'
import { triggerScreen } from '../../../src/server/console/search/trigger-page.ts'
import { newTagScreen, tagScreen } from '../../../src/server/console/tags/tag-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addCustomer } from '../identity/shopper.ts'
import { outcome, type Browser, type Form } from './at-console.ts'
import { added, photo } from './picture-screens.ts'

type Texts = Readonly<Record<string, string>>
/** The parts of a record's page that tests of every kind read. */
type RecordPage = { readonly version: string | number; readonly audit: readonly AuditLine[] }
type Where = { params?: Record<string, string>; query?: Record<string, string> }

/** A kind of record: how one is opened, what its form holds, and two changes of different fields. */
export type RecordKind = {
  readonly kind: string
  readonly screen: ConsoleScreenFunction<RecordPage>
  readonly where: Where
  readonly action: string
  readonly fieldsOf: (page: RecordPage) => Texts
  readonly changes: readonly [Texts, Texts]
  /** The action that takes a change back. */
  readonly undo: string
}

type Made<Page extends RecordPage> = Omit<RecordKind, 'kind' | 'screen' | 'fieldsOf' | 'undo'> & {
  screen: ConsoleScreenFunction<Page>
  fieldsOf: (page: Page) => Texts
  undo?: string
}

/** The page of the kind's own screen is what its fields are read from. */
function recordKind<Page extends RecordPage>(kind: string, made: Made<Page>): RecordKind {
  return { kind, undo: 'undo', ...made } as unknown as RecordKind
}

const idIn = (location: string | null) => /\/([^/?#]+)(?:\?|#|$)/.exec(location ?? '')?.[1] ?? ''
const ownFields = ({ fields }: { fields: Texts }): Texts => fields

async function make(shop: Shop, who: Browser, screen: ConsoleScreenFunction<never>, form: Form): Promise<string> {
  const { location, fault } = await outcome(shop, who, screen, { form: { action: 'make', ...form } })
  if (location === null) throw new Error(fault ?? 'Nothing was made.')
  return decodeURIComponent(idIn(location))
}

/** A record of every kind whose changes are taken back from its history, in one shop. */
export async function recordKinds(shop: Shop, who: Browser): Promise<RecordKind[]> {
  return [...(await goods(shop, who)), ...(await words(shop, who)), ...(await terms(shop, who))]
}

async function goods(shop: Shop, who: Browser): Promise<RecordKind[]> {
  const tag = { name_sv: 'Nytt', name_en: 'New', slug_sv: '', slug_en: '', description_sv: '', description_en: '' }
  const tagId = await make(shop, who, newTagScreen as ConsoleScreenFunction<never>, { version: '', ...tag })
  return [
    recordKind('brand', {
      screen: brandScreen,
      where: { params: { id: 'dell' } },
      action: 'change',
      fieldsOf: ownFields,
      changes: [{ maker: 'Maker', name: 'Dell B' }, { description_en: 'One\nTwo' }],
    }),
    recordKind('tag', {
      screen: tagScreen,
      where: { params: { id: tagId } },
      action: 'change',
      fieldsOf: ({ fields }) => fields,
      changes: [{ name_sv: 'Annat', slug_sv: 'annat' }, { description_en: 'Described' }],
    }),
    recordKind('device', {
      screen: deviceScreen,
      where: { params: { id: 'lat-7490' } },
      action: 'change',
      fieldsOf: ({ fields }) => fields,
      changes: [{ type_numbers: 'P73G, P99Z' }, { series: 'Latitude 7000' }],
    }),
    recordKind('attribute', {
      screen: attributeScreen,
      where: { params: { id: 'colour' } },
      action: 'change',
      fieldsOf: ({ fields, values }) => ({
        ...fields,
        ...Object.fromEntries(
          values.flatMap(({ value, sv, en }) => [
            [`sv:${value}`, sv],
            [`en:${value}`, en],
          ]),
        ),
      }),
      changes: [{ name_sv: 'Kulör', 'sv:black': 'Becksvart' }, { name_en: 'Hue' }],
    }),
    recordKind('category', {
      screen: categoryScreen,
      where: { params: { id: 'batteries' } },
      action: 'texts',
      fieldsOf: ({ fields }) => fields,
      changes: [
        { name_sv: 'Ackar', slug_sv: 'ackar' },
        { description_en: 'Power', page_title_en: 'Title' },
      ],
    }),
  ]
}

async function words(shop: Shop, who: Browser): Promise<RecordKind[]> {
  const common = { query: '', language: 'sv', miss: '' }
  const phrase = { action: 'save', phrase: 'rem', words: 'flakt', version: '', ...common }
  const { version } = await contentAt(shop, who, { screen: synonymScreen, where: { query: { phrase: 'rem' } } })
  await outcome(shop, who, synonymScreen, { form: { ...phrase, version: String(version) } })
  const trigger = { trigger_sv: 'laga', hint_sv: 'Vi lagar', url_sv: '/sv/sida/om', url_title_sv: 'Läs' }
  const none = { trigger_en: '', hint_en: '', url_en: '', url_title_en: '' }
  await outcome(shop, who, triggerScreen, { form: { action: 'save', version: '', ...trigger, ...none, ...common } })
  const { id } = await shop.db
    .selectFrom('search_hints')
    .select('id')
    .where('trigger', '=', 'laga')
    .executeTakeFirstOrThrow()
  const file = await added(shop, who, await photo('one.jpg', '#00a', 80, 60))
  return [
    recordKind('synonym', {
      screen: synonymScreen,
      where: { query: { phrase: 'rem' } },
      action: 'save',
      fieldsOf: ({ words: text }) => ({ ...common, phrase: 'rem', words: text }),
      changes: [{ words: 'flakt\nrem2' }, { words: 'flakt\nrem3' }],
    }),
    recordKind('trigger', {
      screen: triggerScreen,
      where: { query: { id } },
      action: 'save',
      fieldsOf: ({ fields }) => ({ ...common, ...fields }),
      changes: [{ hint_sv: 'Vi lagar allt' }, { url_title_sv: 'Läs mer' }],
    }),
    recordKind('picture', {
      screen: pictureScreen,
      where: { params: { id: file.id } },
      action: 'save',
      fieldsOf: ({ name, alts }) => ({ name, alt_en: alts.en, alt_sv: alts.sv }),
      changes: [{ alt_sv: 'En bild' }, { name: 'another' }],
    }),
  ]
}

async function terms(shop: Shop, who: Browser): Promise<RecordKind[]> {
  await addCustomer(shop, { id: 'anna' })
  const agreed = { name: 'Agreement', from: '', until: '', customers: 'anna@example.se', organizations: '' }
  const list = await make(shop, who, newPriceListScreen as ConsoleScreenFunction<never>, { currency: 'SEK', ...agreed })
  const code = await make(shop, who, newCouponScreen as ConsoleScreenFunction<never>, {
    code: 'UNDO-26',
    percent: '15',
    'amount:SEK': '49,50',
    groups: 'bat',
    limit: '100',
    from: '2026-03-28',
  })
  return [
    recordKind('coupon', {
      screen: couponScreen,
      where: { params: { code } },
      action: 'change',
      fieldsOf: ({ fields: { amounts, ...texts } }) => ({
        ...texts,
        ...Object.fromEntries(Object.entries(amounts).map(([currency, amount]) => [`amount:${currency}`, amount])),
      }),
      changes: [{ percent: '20', groups: '', 'amount:SEK': '60.50' }, { minimum: '100.50' }],
    }),
    recordKind('price list', {
      screen: priceListScreen,
      where: { params: { id: list } },
      action: 'change',
      fieldsOf: ({ fields }) => fields,
      changes: [{ name: 'Agreement 2', customers: '' }, { until: '2030-01-31' }],
      undo: 'undo_terms',
    }),
  ]
}

/** The page of a record as somebody sees it. */
export async function contentAt<Page>(
  shop: Shop,
  who: Browser,
  { screen, where }: { screen: ConsoleScreenFunction<Page>; where: Where },
): Promise<Page> {
  const { content, status } = await outcome(shop, who, screen, where)
  if (content === undefined) throw new Error(`The page was answered ${status}.`)
  return content
}
