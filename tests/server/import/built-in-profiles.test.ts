import { expect, test } from 'vitest'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { readProfile } from '../../../src/tools/import/choose-profile.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

/** Imports rows with a profile that comes with the shop. */
async function imported(shop: TestDatabase, name: string, rows: readonly string[]): Promise<void> {
  const profile = await readProfile(
    new URL(`../../../src/tools/import/profiles/${name}.json`, import.meta.url).pathname,
  )
  if ('update' in profile || 'own' in profile) throw new Error(`${name} is no profile of products.`)
  await withFeed(rows.join('\n'), async (file) => {
    const report = await importFeed(file, profile, {
      db: shop.db,
      kind: shop.kind,
      now: new Date('2026-02-01T00:00:00.000Z'),
      dryRun: false,
      onProgress: () => {},
      drawings: { idOf: ({ kind, variant }) => `${kind}-${variant}`, make: async () => [] },
      productPath: (language, slug) => `/${language}/${slug}`,
    })
    expect(report).toMatchObject({ created: rows.length - 1, rejected: 0 })
  })
}

const namesIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('product_texts').select('name').where('language', '=', 'sv').orderBy('name').execute()).map(
    ({ name }) => name,
  )

const facetsIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('attributes').select('id').where('facet', '=', 1).orderBy('position').execute()).map(
    ({ id }) => id,
  )

test('a name does not say twice what the feed repeats', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'video-card', [
    'name,price,chipset,memory,core_clock,boost_clock,color,length',
    'AMD FirePro V7900 SDI,1,FirePro V7900 SDI,2,725,,Black / Red,279',
    'MSI GeForce RTX 3060 Ventus 2X,1,GeForce RTX 3060 12GB,12,1320,1777,Black,235',
    'ASRock Intel Arc A380 Challenger ITX,1,Arc A380,6,2250,,Black,190',
    'Asus Turbo 2,1,Radeon R7 2,2,1000,,Silver,200',
  ])
  expect(await namesIn(shop)).toEqual([
    'AMD FirePro V7900 SDI, 2 GB, Svart / Röd',
    'ASRock Intel Arc A380 Challenger ITX, 6 GB, Svart',
    'Asus Turbo 2, Radeon R7 2, 2 GB, Silver',
    'MSI GeForce RTX 3060 Ventus 2X, GeForce RTX 3060 12GB, Svart',
  ])
})

test('a brand that a feed has put before a name with the same brand is said once', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'motherboard', [
    'name,price,socket,form_factor,max_memory,memory_slots,color',
    'Asus ASUS B85M-E,1,AM5,ATX,256,4,White',
    'MSI MSI-1,1,AM5,ATX,256,4,White',
  ])
  expect(await namesIn(shop)).toEqual(['ASUS B85M-E, Vit', 'MSI MSI-1, Vit'])
})

test('channels of sound are written with a point in both languages', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'sound-card', [
    'name,price,channels,digital_audio,snr,sample_rate,chipset,interface',
    'Asus Xonar SE,1,5.1,24,116,192,,PCIe',
  ])
  const labels = await shop.db.selectFrom('attribute_value_texts').select('label').where('value', '=', '5.1').execute()
  expect(labels.map(({ label }) => label).toSorted()).toEqual(['5.1 channels', '5.1 kanaler'])
})

test('motherboards that differ in their colour alone have different names', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'motherboard', [
    'name,price,socket,form_factor,max_memory,memory_slots,color',
    'NZXT N9 X870E,1,AM5,ATX,256,4,White',
    'NZXT N9 X870E,1,AM5,ATX,256,4,Black',
  ])
  expect(await namesIn(shop)).toEqual(['NZXT N9 X870E, Svart', 'NZXT N9 X870E, Vit'])
})

test('memory has the capacity of its modules together, beside that of drives', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'memory', [
    'name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency',
    'Corsair Vengeance,1,"5,6000","2,16",1,Black,10,36',
    'Kingston Server,1,"5,4800","8,128",1,Black,10,40',
  ])
  const capacities = shop.db.selectFrom('product_attributes as a').where('a.attribute_id', '=', 'capacity_gb')
  const labels = await capacities
    .leftJoin('attribute_value_texts as v', (join) => join.onRef('v.value', '=', 'a.value').on('v.language', '=', 'sv'))
    .select(['a.value', 'v.label'])
    .orderBy('a.value')
    .execute()
  expect(labels.map(({ value, label }) => [value, label])).toEqual([
    ['1024', '1 TB'],
    ['32', null],
  ])
})

test('the ends of a range ascend, whichever a feed names first', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'case-fan', [
    'name,price,size,color,rpm,airflow,noise_level,pwm',
    'Fan,1,120,Black,"450,2000","57.67,56.67",20,true',
  ])
  const stored = shop.db.selectFrom('product_attributes').select('value').orderBy('attribute_id')
  const ranges = await stored.where('attribute_id', 'in', ['airflow', 'fan_speed']).execute()
  expect(ranges.map(({ value }) => value)).toEqual(['96.3–98', '450–2000'])
})

test('the filters of a later feed come before those that it shares, and the colour last', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'case-fan', [
    'name,price,size,color,rpm,airflow,noise_level,pwm',
    'Fan,1,120,Black,900,60,20,true',
  ])
  await imported(shop, 'power-supply', [
    'name,price,type,efficiency,wattage,modular,color',
    'PSU,1,ATX,gold,850,Full,Red',
  ])
  expect(await facetsIn(shop)).toEqual(['diameter', 'pwm', 'power', 'modular', 'efficiency', 'psu_form', 'colour'])
})

test('drives that are no hard drives have the drawing of what they are', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'internal-hard-drive', [
    'name,price,capacity,price_per_gb,type,cache,form_factor,interface',
    'Samsung 990 Pro,1,2000,1,SSD,,M.2-2280,M.2 PCIe 4.0 X4',
    'Samsung 870 Evo,1,1000,1,SSD,,M.2-2280,M.2 SATA',
    'Toshiba N300,1,6000,1,7200,,3.5,SATA 6.0 Gb/s',
  ])
  const pictures = await shop.db
    .selectFrom('product_pictures as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.product_id')
    .select(['t.name', 'p.picture_id'])
    .where('t.language', '=', 'en')
    .orderBy('t.name')
    .execute()
  expect(pictures.map(({ picture_id }) => picture_id.replace(/-\d$/, ''))).toEqual(['ssd-25', 'ssd-m2', 'hard-drive'])
})

test('keyboards with a kind of switch are mechanical, coolers with a radiator cool with water', async () => {
  await using shop = await freshDatabase()
  await imported(shop, 'keyboard', [
    'name,price,style,switches,backlit,tenkeyless,connection_type,color',
    'Redragon K552,1,Gaming,Outemu Blue,Red,true,Wired,Black',
    'Dell KB216,1,Standard,,,false,Wired,Black',
  ])
  await imported(shop, 'cpu-cooler', [
    'name,price,rpm,noise_level,color,size',
    'ARCTIC Liquid Freezer III,1,1800,20,Black,360',
    'Noctua NH-D15,1,1500,24,Brown,',
  ])
  const found = await shop.db
    .selectFrom('product_attributes as a')
    .innerJoin('product_texts as t', 't.product_id', 'a.product_id')
    .select(['t.name', 'a.attribute_id', 'a.value'])
    .where('t.language', '=', 'en')
    .where('a.attribute_id', 'in', ['mechanical', 'water_cooled'])
    .orderBy('t.name')
    .execute()
  expect(found.map((row) => Object.values(row))).toEqual([
    ['ARCTIC Liquid Freezer III, 360 mm radiator, Black', 'water_cooled', 'yes'],
    ['Redragon K552, Outemu Blue, Black', 'mechanical', 'yes'],
  ])
})
