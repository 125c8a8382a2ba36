import { sql, type Kysely } from 'kysely'

type Old = {
  delivery_methods: {
    id: string
    kind: string
    position: number
    days_from: number
    days_to: number
    free_from: number | null
    above_grams: number
    active: number
  }
  delivery_method_texts: { method_id: string; language: 'en' | 'sv'; name: string }
  delivery_method_countries: { method_id: string; country: string }
  delivery_bands: { method_id: string; up_to_grams: number; price: number }
  delivery_areas: { country: string; postal_from: string; postal_to: string; extra_days: number }
}

const tables = [
  'delivery_methods',
  'delivery_method_texts',
  'delivery_method_countries',
  'delivery_bands',
  'delivery_areas',
] as const

/** The countries that shops sold to when delivery was kept in tables. */
const countries = (
  'AE AT AU BA BE BG BL CA CH CN CY CZ DE DK EE EG ES FI FR GB GG GI GP GR HR HU IE IL IS IT JE JO JP KR LI ' +
  'LT LU LV MC MD MK MQ MT NL NO NZ PL PT RE RO SE SI SK TH TR TW US ZA'
).split(' ')

/**
 * Gives orders the message of their buyer, and makes the delivery methods and areas settings. A shop that has products
 * or settings keeps what it has, another one begins with the defaults.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('message', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  const old = db.withTables<Old>()
  const used = await sql`select 1 from products union all select 1 from shop_settings limit 1`.execute(db)
  const methods = await old.selectFrom('delivery_methods').selectAll().orderBy('position').orderBy('id').execute()
  if (used.rows.length > 0 && methods.length > 0) await write(db, await settingsOf(old, methods))
  for (const table of tables) await db.schema.dropTable(table).execute()
}

async function settingsOf(db: Kysely<Old>, methods: Old['delivery_methods'][]) {
  const served = await db.selectFrom('delivery_method_countries').selectAll().orderBy('country').execute()
  const bands = await db.selectFrom('delivery_bands').selectAll().orderBy('up_to_grams').execute()
  const texts = await db.selectFrom('delivery_method_texts').selectAll().execute()
  const areas = await db.selectFrom('delivery_areas').selectAll().orderBy('country').orderBy('postal_from').execute()
  const complete = methods.filter(({ id }) => bands.some((band) => band.method_id === id))
  const zones = zonesOf(complete, served)
  const reached = new Set(zones.filter(({ active }) => active).flatMap((zone) => zone.countries))
  return {
    zones: zones.filter(({ active }) => active).map(({ id, countries: within }) => ({ id, countries: within })),
    methods: complete.map((method) => ({
      id: method.id,
      kind: method.kind,
      active: method.active === 1,
      zones: zones.filter((zone) => zone.active && zone.methods.includes(method.id)).map(({ id }) => id),
      name: Object.fromEntries(texts.filter((text) => text.method_id === method.id).map((t) => [t.language, t.name])),
      days: [method.days_from, method.days_to],
      freeFrom: method.free_from === null ? '' : written(method.free_from),
      aboveGrams: method.above_grams,
      bands: bands
        .filter((band) => band.method_id === method.id)
        .map((band) => ({ upToGrams: band.up_to_grams, price: written(band.price) })),
    })),
    notDeliveredTo: countries.filter((country) => !reached.has(country)),
    areas: areas.map((area) => ({
      country: area.country,
      from: area.postal_from,
      to: area.postal_to,
      extraDays: area.extra_days,
    })),
  }
}

type Zone = { id: string; countries: string[]; methods: string[]; active: boolean }

/** Countries with the same methods become a zone, named after its only country or numbered. */
function zonesOf(
  methods: readonly Old['delivery_methods'][],
  served: readonly Old['delivery_method_countries'][],
): Zone[] {
  const zones = new Map<string, Zone>()
  for (const country of [...new Set(served.map((row) => row.country))].filter((code) => countries.includes(code))) {
    const own = methods.filter(({ id }) => served.some((row) => row.country === country && row.method_id === id))
    const ids = own.map(({ id }) => id)
    const key = ids.join(' ')
    const zone = zones.get(key) ?? {
      id: '',
      countries: [],
      methods: ids,
      active: own.some((method) => isSent(method, country)),
    }
    zone.countries.push(country)
    zones.set(key, zone)
  }
  return [...zones.values()].map((zone, at) => ({
    ...zone,
    id: zone.countries.length === 1 ? `${zone.countries[0]}`.toLowerCase() : `zone-${at + 1}`,
  }))
}

/** Tells whether a method is offered in a country: pick-up is at home only. */
function isSent({ active, kind }: Old['delivery_methods'], country: string): boolean {
  return active === 1 && (kind !== 'pick_up' || country === 'SE')
}

function written(minor: number): string {
  const [units, rest] = [Math.floor(Number(minor) / 100), Number(minor) % 100]
  return rest === 0 ? String(units) : `${units}.${String(rest).padStart(2, '0')}`
}

async function write(db: Kysely<unknown>, settings: unknown): Promise<void> {
  const at = new Date().toISOString()
  const json = JSON.stringify(settings)
  await sql`insert into shop_settings (name, value, changed_at) values ('delivery', ${json}, ${at})`.execute(db)
  await sql`insert into settings_history (revision, changed_at, changed_by, name, "before", "after")
    select coalesce(max(revision), 0) + 1, ${at}, 'migration', 'delivery', '{}', ${json} from settings_history`.execute(
    db,
  )
}
