import { expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'

type Group = readonly [id: string, parent: string, names: string, type?: string]
type Link = readonly [article: string, group: string]

/** A file of BMEcat 1.2 or 2005, whose links stand behind the articles. */
function fileOf(version: '1.2' | '2005', groups: readonly Group[], links: readonly Link[]): string {
  const [kind, id, short] = version === '1.2' ? ['ARTICLE', 'SUPPLIER_AID', 'ART'] : ['PRODUCT', 'SUPPLIER_PID', 'PROD']
  const articles = [...new Set(links.map(([article]) => article)), 'A-0']
  const xmlns = version === '1.2' ? '' : ' xmlns="http://www.bmecat.org/bmecat/2005"'
  return `<BMECAT version="${version}"${xmlns}><T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>
${groups
  .map(
    ([group, parent, names, type = 'node']) => `<CATALOG_STRUCTURE type="${type}"><GROUP_ID>${group}</GROUP_ID>
${names}<PARENT_ID>${parent}</PARENT_ID></CATALOG_STRUCTURE>`,
  )
  .join('')}</CATALOG_GROUP_SYSTEM>
${articles.map((article) => `<${kind}><${id}>${article}</${id}><NAME>Part ${article}</NAME></${kind}>`).join('')}
${links
  .map(
    ([article, group]) => `<${kind}_TO_CATALOGGROUP_MAP><${short}_ID>${article}</${short}_ID>
<CATALOG_GROUP_ID>${group}</CATALOG_GROUP_ID></${kind}_TO_CATALOGGROUP_MAP>`,
  )
  .join('')}</T_NEW_CATALOG></BMECAT>`
}

const named = (name: string) => `<GROUP_NAME>${name}</GROUP_NAME>`
const root: Group = ['1', '0', named('The whole catalogue'), 'root']

function profileOf(version: '1.2' | '2005', prefix = '') {
  const [kind, id] = version === '1.2' ? ['ARTICLE', 'SUPPLIER_AID'] : ['PRODUCT', 'SUPPLIER_PID']
  const rows = ['BMECAT', 'T_NEW_CATALOG', kind].map((name) => `/${prefix}${name}`).join('')
  const namespaces = prefix === '' ? {} : { b: 'http://www.bmecat.org/bmecat/2005' }
  return {
    xml: { rows, namespaces, groups: 'bmecat' },
    id: [`${prefix}${id}`],
    sku: { column: `${prefix}${id}` },
    texts: { en: { name: `{name}` }, sv: { name: `{name}` } },
    category: { columns: { en: 'bmecat:groups:eng', sv: 'bmecat:groups:swe' }, separator: '>', also: '|' },
    price: undefined,
  }
}

const withName = <P extends ReturnType<typeof profileOf>>(profile: P, prefix = '') => ({
  ...profile,
  xml: { ...profile.xml, columns: { name: `${prefix}NAME` } },
})

async function categoriesOf({ db }: TestDatabase) {
  const rows = await db
    .selectFrom('category_products as c')
    .innerJoin('category_texts as t', 't.category_id', 'c.category_id')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .select(['p.sku', 't.language', 't.path'])
    .where('t.path', 'like', '%/%')
    .orderBy('p.sku')
    .orderBy('t.language')
    .orderBy('t.path')
    .execute()
  return rows.map(({ sku, language, path }) => `${sku} ${language} ${path}`)
}

test.each([
  ['1.2', ''],
  ['2005', ''],
  ['2005', 'b:'],
] as const)('the groups of BMEcat %s become categories (names with prefix "%s")', async (version, prefix) => {
  await using shop = await freshDatabase()
  const both = '<GROUP_NAME lang="eng">USB</GROUP_NAME><GROUP_NAME lang="swe">USB-kablar</GROUP_NAME>'
  const groups: Group[] = [
    ['12', '11', both],
    ['11', '1', named('Cables &gt; leads')],
    root,
    ['20', '1', named('Sale')],
    ['21', '20', named('Old')],
  ]
  const links: Link[] = [
    ['A-1', '12'],
    ['A-1', '21'],
    ['A-2', '12'],
  ]
  const report = await importText(
    shop,
    ['b.xml', fileOf(version, groups, links)],
    withName(profileOf(version, prefix), prefix),
  )
  expect(report).toMatchObject({ rows: 3, created: 2, rejected: 1, error: null })
  expect(report.rejections).toMatchObject([{ row: 4, reason: 'The row has no category.' }])
  expect(await categoriesOf(shop)).toEqual([
    'A-1 en cables-leads/usb',
    'A-1 en sale/old',
    'A-1 sv cables-leads/usb-kablar',
    'A-1 sv sale/old',
    'A-2 en cables-leads/usb',
    'A-2 sv cables-leads/usb-kablar',
  ])
  expect(await shop.db.selectFrom('category_texts').select('path').where('name', 'like', '%whole%').execute()).toEqual(
    [],
  )
  const again = await importText(
    shop,
    ['b.xml', fileOf(version, groups, links)],
    withName(profileOf(version, prefix), prefix),
  )
  expect(again).toMatchObject({ created: 0, unchanged: 2, error: null })
})

test('groups in a loop, below an unknown one, unknown or without a name reject their rows', async () => {
  await using shop = await freshDatabase()
  const groups: Group[] = [
    root,
    ['2', '3', named('Egg')],
    ['3', '2', named('Hen')],
    ['4', '404', named('Orphan')],
    ['5', '5', named('Itself')],
    ['6', '1', named(' ')],
    ['7', '1', named('Good')],
    ['8', '7', named('Better')],
  ]
  const links: Link[] = [
    ['L', '2'],
    ['O', '4'],
    ['S', '5'],
    ['N', '6'],
    ['U', '99'],
    ['G', '2'],
    ['G', '8'],
  ]
  const report = await importText(shop, ['b.xml', fileOf('1.2', groups, links)], withName(profileOf('1.2')))
  expect(report).toMatchObject({ created: 1, error: null })
  expect(report.rejections.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'The catalogue groups above "2" are a loop.'],
    [3, 'The catalogue group "4" is below "404", which the feed does not have.'],
    [4, 'The catalogue groups above "5" are a loop.'],
    [5, 'The catalogue group "6" has no name.'],
    [6, 'The feed has no catalogue group "99".'],
    [8, 'The row has no category.'],
  ])
  expect(report.notes.filter(({ code }) => code === 'group_loop')).toHaveLength(3)
  expect(await categoriesOf(shop)).toEqual(['G en good/better', 'G sv good/better'])
})

test('a chain of ten thousand groups is refused without walking all of it', async () => {
  await using shop = await freshDatabase()
  const chain = Array.from({ length: 10_000 }, (_, at): Group => [
    `g${at}`,
    at === 0 ? '1' : `g${at - 1}`,
    named(`N${at}`),
  ])
  const report = await importText(
    shop,
    [
      'b.xml',
      fileOf(
        '1.2',
        [root, ...chain],
        [
          ['A-1', 'g9999'],
          ['A-2', 'g5'],
        ],
      ),
    ],
    withName(profileOf('1.2')),
  )
  expect(report).toMatchObject({ created: 1, error: null })
  expect(report.notes.some(({ reason }) => /^99\d\d more catalogue groups are wrong/.test(reason))).toBe(true)
  expect(report.rejections[0]).toMatchObject({
    row: 2,
    reason: 'The catalogue group "g9999" has more than 60 groups above it.',
  })
})
