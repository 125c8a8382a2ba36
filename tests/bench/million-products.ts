import { normalizePartNumber } from '../../src/domain/products/part-numbers.ts'
import { insertRows } from '../../src/server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../src/server/platform/db/connect.ts'
import type { DatabaseTransaction } from '../../src/server/platform/db/tables.ts'
import { indexProducts } from '../../src/server/search/index-products.ts'

type Kind = { en: string; sv: string; specs: readonly string[] }

export const kinds: readonly Kind[] = [
  ['laptop battery', 'laptopbatteri', '48 Wh|56 Wh|68 Wh|90 Wh|3 cell|4 cell|6 cell'],
  ['AC adapter', 'nätadapter', '45W|65W|90W|130W|USB-C|19.5V'],
  ['keyboard', 'tangentbord', 'US|Nordic|German|backlit|with frame|black'],
  ['screen', 'skärm', '13.3|14|15.6|17.3|Full HD|IPS|matte'],
  ['cooling fan', 'kylfläkt', 'CPU|GPU|left|right|4-pin'],
  ['hinge', 'gångjärn', 'left|right|pair'],
  ['memory', 'minne', '8GB|16GB|32GB|DDR4|DDR5|3200 MHz'],
  ['solid state drive', 'SSD-disk', '256GB|512GB|1TB|NVMe|M.2 2280'],
  ['display cable', 'bildskärmskabel', '30 pin|40 pin|touch'],
  ['motherboard', 'moderkort', 'i5|i7|Ryzen 5|8GB'],
  ['touchpad', 'pekplatta', 'black|silver|with cable'],
  ['DC jack', 'laddkontakt', 'with cable|4-pin|7-pin'],
  ['power supply', 'nätaggregat', '450W|650W|850W|modular|Gold'],
  ['bottom cover', 'bottenkåpa', 'black|silver|grey'],
  ['wireless card', 'trådlöst nätverkskort', 'AC|AX|Bluetooth'],
  ['speaker', 'högtalare', 'left|right|pair'],
  ['webcam', 'webbkamera', 'HD|IR'],
  ['docking station', 'dockningsstation', 'USB-C|Thunderbolt|90W'],
  ['graphics card', 'grafikkort', '8GB|12GB|OC|dual fan'],
  ['cable', 'kabel', '0.5 m|1 m|2 m|HDMI|DisplayPort'],
].map(([en = '', sv = '', specs = '']) => ({ en, sv, specs: specs.split('|') }))

const brands: Readonly<Record<string, readonly string[]>> = {
  Lenovo: ['ThinkPad T', 'ThinkPad X', 'IdeaPad ', 'Legion Y', 'Yoga '],
  Dell: ['Latitude ', 'Inspiron ', 'XPS ', 'Precision '],
  HP: ['EliteBook ', 'ProBook ', 'Pavilion ', 'ZBook '],
  ASUS: ['ZenBook UX', 'VivoBook X', 'ROG G'],
  Acer: ['Aspire A', 'Swift SF', 'Nitro AN'],
  Apple: ['MacBook Air A', 'MacBook Pro A'],
  MSI: ['GS', 'Stealth '],
  Toshiba: ['Satellite L', 'Tecra R'],
  Fujitsu: ['Lifebook E', 'Lifebook U'],
  Samsung: ['Galaxy Book ', 'NP'],
  Sony: ['Vaio VPC'],
  Microsoft: ['Surface Laptop ', 'Surface Pro '],
}
export const makers = Object.keys(brands)
/** When products were made; no other product was made at this moment. */
export const madeAt = '2026-01-01T00:00:00.001Z'
const devicesPerMaker = 240
const batchSize = 2_000

/** A seeded generator: the same numbers in every run. */
export function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Device = { id: string; brand: string; series: string; model: string; slug: string; type_numbers: string }

export function makeDevices(): Device[] {
  const draw = draws(7)
  return makers.flatMap((brand) =>
    Array.from({ length: devicesPerMaker }, (_, at) => {
      const series = brands[brand]?.[at % (brands[brand]?.length ?? 1)] ?? ''
      const id = `${brand.toLowerCase()}-${at}`
      return {
        id,
        brand,
        series: series.trim(),
        model: `${series}${100 + draw(9_900)}`,
        slug: id,
        type_numbers: `${20 + draw(60)}L${draw(900)}, P${draw(120)}F`,
      }
    }),
  )
}

type Open = Pick<OpenDatabase, 'db' | 'kind'>

/**
 * Writes products `from` up to `to` and indexes them. @returns the seconds and the processor seconds of
 * `indexProducts`.
 */
export async function writeProducts(
  { db, kind }: Open,
  from: number,
  to: number,
): Promise<{ seconds: number; processor: number }> {
  const devices = makeDevices()
  let [seconds, processor] = [0, 0]
  for (let start = from; start < to; start += batchSize) {
    const made = Array.from({ length: Math.min(batchSize, to - start) }, (_, at) => makeProduct(start + at, devices))
    await db.transaction().execute(async (trx) => {
      await writeRows(trx, kind, made)
      const [begun, used] = [performance.now(), process.threadCpuUsage()]
      await indexProducts(
        trx,
        kind,
        made.map(({ id }) => id),
      )
      const { user, system } = process.threadCpuUsage(used)
      seconds += (performance.now() - begun) / 1e3
      processor += (user + system) / 1e6
    })
  }
  return { seconds, processor }
}

type Made = ReturnType<typeof makeProduct>

/** The product with that number: names of a dozen words, four part numbers, three categories, up to ten devices. */
export function makeProduct(number: number, devices: readonly Device[] = makeDevices()) {
  const draw = draws(number * 2_654_435_761 + 1)
  const skewed = (below: number) => Math.floor(below * (draw(1_000) / 1_000) ** 2)
  const maker = skewed(makers.length)
  const kindAt = skewed(kinds.length)
  const kind = kinds[kindAt] ?? { en: '', sv: '', specs: [] }
  const first = maker * devicesPerMaker + skewed(devicesPerMaker - 10)
  const fits = devices.slice(first, first + 1 + draw(10))
  const specs = [0, 1].map(() => kind.specs[draw(kind.specs.length)] ?? '')
  const numbers = [5, 9, 7].map((length) =>
    (draw(2 ** 32).toString(36) + draw(2 ** 32).toString(36)).slice(0, length).toUpperCase(),
  )
  const about = [...new Set(specs), ...fits.slice(0, 2).map((device) => device.model)].join(' ')
  return {
    id: `p${number}`,
    sku: `${kind.en.slice(0, 3).toUpperCase()}-${100_000 + number}`,
    maker: makers[maker] ?? '',
    fits,
    specs,
    numbers,
    names: { en: `${makers[maker] ?? ''} ${kind.en} ${about}`, sv: `${kind.sv} ${makers[maker] ?? ''} ${about}` },
    popularity: Math.floor(1_000 * (draw(1_000) / 1_000) ** 6),
    categories: ['c0', `c${1 + (kindAt % 7)}`, `c${8 + (kindAt % 7) + 7 * draw(7)}`],
    price: 1_000 + draw(500_000),
    isInStock: draw(3) > 0,
  }
}

async function writeRows(trx: DatabaseTransaction, kind: OpenDatabase['kind'], made: readonly Made[]): Promise<void> {
  const at = madeAt
  await insertRows(
    trx,
    kind,
    'products',
    made.map(({ id, sku, maker, popularity, price }) => ({
      id,
      type: 1,
      sku,
      parent_id: null,
      position: 0,
      brand_id: maker,
      main_category_id: null,
      picture_id: null,
      group_id: null,
      group_size: 1,
      discount_category: null,
      vat_class: 'standard',
      weight_grams: 1,
      weight_assumed: 0,
      status: 'published',
      notifyable: 1,
      decoration: '',
      popularity,
      published_at: at,
      free: 0,
      sort_price: price,
      feed: null,
      content_hash: null,
      created_at: at,
      updated_at: at,
    })),
  )
  await insertRows(
    trx,
    kind,
    'product_texts',
    made.flatMap(({ id, names }) =>
      (['en', 'sv'] as const).map((language) => ({
        product_id: id,
        language,
        name: names[language],
        prefix: '',
        slug: id,
        description: '',
        label: '',
      })),
    ),
  )
  await insertRows(
    trx,
    kind,
    'part_numbers',
    made.flatMap(({ id, sku, numbers }) => [
      { product_id: id, number: sku, normalized: normalizePartNumber(sku), kind: 'own' as const },
      ...numbers.map((number, nth) => ({
        product_id: id,
        number,
        normalized: number,
        kind: nth === 2 ? ('replaces' as const) : ('maker' as const),
      })),
    ]),
    'on conflict do nothing',
  )
  await insertRows(
    trx,
    kind,
    'category_products',
    made.flatMap(({ id, categories }) =>
      categories.map((category_id) => ({
        category_id,
        product_id: id,
        direct: 1 as const,
        main: 0 as const,
      })),
    ),
  )
  const prices = made.map(({ id, price }) => ({ product_id: id, currency: 'SEK' as const, amount: price }))
  await insertRows(
    trx,
    kind,
    'prices',
    prices.map((row) => ({ ...row, min_quantity: 1 })),
  )
  await insertRows(
    trx,
    kind,
    'price_history',
    prices.map((row) => ({ ...row, valid_from: at, valid_until: null })),
  )
  await insertRows(
    trx,
    kind,
    'stock',
    made.map(({ id, isInStock }) => ({ product_id: id, on_hand: Number(isInStock), reserved: 0, incoming_at: null })),
  )
  await insertRows(
    trx,
    kind,
    'product_attributes',
    made.flatMap(({ id, specs, popularity }) => [
      ...[...new Set(specs)].map((value, position) => ({ product_id: id, attribute_id: 'spec', position, value })),
      { product_id: id, attribute_id: 'weight', position: 0, value: String(popularity) },
    ]),
  )
  const fits = made.flatMap(({ id, fits: devices }) =>
    devices.map((device) => ({ product_id: id, device_id: device.id })),
  )
  await insertRows(trx, kind, 'product_devices', fits)
}
