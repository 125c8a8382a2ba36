import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbookFiles } from '../../../../src/server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../../../src/server/platform/workbooks/write-zip.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'
import { addCustomer, tokensOf } from '../../identity/shopper.ts'
import { hugeSheet, lieAboutSize, markEncrypted, overlapping, renameInDirectory } from './broken-zips.ts'
import { upload, workbook } from './uploads.ts'

let shop: TestShop
let bearer: string
beforeAll(async () => {
  shop = await freshShop({ seeded: true })
  bearer = (await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))).access_token
  shop.limits.orderFilesByCustomer.points = 10_000
})
afterAll(() => shop.close())

const sheetPath = 'xl/worksheets/sheet1.xml'
const stringsPath = 'xl/sharedStrings.xml'
const rows = [
  ['SKU', 'Qty'],
  ['FAN', 2],
] as const
const files = workbookFiles([{ name: 'Order', rows }])
const cells =
  '<row><c t="inlineStr"><is><t>SKU</t></is></c><c t="inlineStr"><is><t>Qty</t></is></c></row>' +
  '<row><c t="inlineStr"><is><t>FAN</t></is></c><c><v>2</v></c></row>'
const sheet = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`
const withStrings = (strings: string, refer: string) => ({
  [stringsPath]: strings,
  'xl/_rels/workbook.xml.rels':
    files['xl/_rels/workbook.xml.rels']?.replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    ) ?? '',
  [sheetPath]: sheet(refer),
})

const laughsOfLaughs = Array.from({ length: 10 }, (_, at) => {
  const tenTimes = `&lol${at === 0 ? '' : at};`.repeat(10)
  return `<!ENTITY lol${at + 1} "${tenTimes}">`
})
const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${laughsOfLaughs.join('')}]>`

/** The expected code of every file; the size of bombs is stated. */
const hostile: Record<string, [file: () => Buffer, code: string]> = {
  'a sheet that unpacks to 70 MB': [() => workbook(rows, { [sheetPath]: hugeSheet(70) }), 'workbook_too_large'],
  'texts that unpack to 9 MB': [
    () => workbook(rows, withStrings(`<sst>${hugeSheet(9).toString()}</sst>`, cells)),
    'workbook_too_large',
  ],
  'a picture that says 4 GB': [
    () => lieAboutSize(workbook(rows, { 'xl/media/image1.png': 'x' }), 'xl/media/image1.png', 0xfffffff0),
    'workbook_too_large',
  ],
  'a thousand files': [
    () => writeZip({ ...files, ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, ''])) }),
    'workbook_too_large',
  ],
  'a sheet of 5 MB that is nearly nothing when it is packed': [
    () => workbook(rows, { [sheetPath]: hugeSheet(5) }),
    'workbook_too_large',
  ],
  'elements in elements without end': [
    () => workbook(rows, { [sheetPath]: '<a>'.repeat(300_000) }),
    'unreadable_workbook',
  ],
  'one piece of data under 250 names': [
    () => overlapping({ ...files, [sheetPath]: hugeSheet(7) }, sheetPath, 250),
    'workbook_too_large',
  ],
  'a 20 MB sheet that says it is 1 kB': [
    () => lieAboutSize(workbook(rows, { [sheetPath]: hugeSheet(20) }), sheetPath, 1024),
    'unreadable_workbook',
  ],
  'the same in the directory only': [
    () => lieAboutSize(workbook(rows, { [sheetPath]: hugeSheet(20) }), sheetPath, 1024, { inDirectoryOnly: true }),
    'unreadable_workbook',
  ],
  'a sheet that says it is larger': [() => lieAboutSize(workbook(rows), sheetPath, 900_000), 'unreadable_workbook'],
  'a sheet that the directory does not name': [
    () => renameInDirectory(workbook(rows), sheetPath, 'xl/elsewhere.xml'),
    'unreadable_workbook',
  ],
  'the same name twice': [
    () => renameInDirectory(workbook(rows, { 'xl/worksheets/sheet2.xml': 'x' }), 'xl/worksheets/sheet2.xml', sheetPath),
    'unreadable_workbook',
  ],
  'a path out of the archive': [
    () => renameInDirectory(workbook(rows, { 'aa/bb/cc.xml': 'x' }), 'aa/bb/cc.xml', '../../cc.xml'),
    'unreadable_workbook',
  ],
  'billion laughs in the texts': [
    () =>
      workbook(rows, withStrings(`${laughs}<sst><si><t>&lol10;</t></si></sst>`, '<row><c t="s"><v>0</v></c></row>')),
    'unreadable_workbook',
  ],
  'billion laughs in the sheet': [
    () => workbook(rows, { [sheetPath]: laughs + sheet('<row><c t="inlineStr"><is><t>&lol10;</t></is></c></row>') }),
    'unreadable_workbook',
  ],
  'an entity that reads a file': [
    () =>
      workbook(rows, {
        [sheetPath]:
          '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' +
          sheet('<row><c t="inlineStr"><is><t>&f;</t></is></c></row>'),
      }),
    'unreadable_workbook',
  ],
  'texts in the last cell that a sheet can have': [
    () =>
      workbook(rows, {
        [sheetPath]: sheet(`${cells}<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>FAN</t></is></c></row>`),
      }),
    'workbook_too_large',
  ],
  'a sheet that ends in the middle': [
    () => workbook(rows, { [sheetPath]: sheet(cells).slice(0, 120) }),
    'unreadable_workbook',
  ],
  'a sheet of sections without ends': [
    () => workbook(rows, { [sheetPath]: sheet('<![CDATA['.repeat(110_000)) }),
    'unreadable_workbook',
  ],
  'a book of sheets without ends': [
    () => workbook(rows, { 'xl/workbook.xml': `<workbook><sheets>${'<sheet '.repeat(140_000)}` }),
    'unreadable_workbook',
  ],
  'a sheet that is no XML': [() => workbook(rows, { [sheetPath]: 'SKU;Qty' }), 'unreadable_workbook'],
  'a file that ends in the middle': [() => workbook(rows).subarray(0, 900), 'unreadable_workbook'],
  'a macro': [() => workbook(rows, { 'xl/vbaProject.bin': 'x' }), 'macros'],
  'a macro book by another name': [
    () =>
      workbook(rows, {
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      }),
    'macros',
  ],
  'a sheet of old macros': [() => workbook(rows, { 'xl/macrosheets/sheet1.xml': '<x/>' }), 'macros'],
  'a link to another file': [() => workbook(rows, { 'xl/externalLinks/externalLink1.xml': '<x/>' }), 'external_links'],
  'a link to a database': [() => workbook(rows, { 'xl/connections.xml': '<x/>' }), 'external_links'],
  'an encrypted zip': [() => markEncrypted(workbook(rows), sheetPath), 'encrypted_workbook'],
  'a workbook with a password': [
    () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(500),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    'encrypted_workbook',
  ],
  'a zip of something else': [
    () => writeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    'not_xlsx',
  ],
  'an empty file': [() => Buffer.alloc(0), 'not_xlsx'],
  'a file of 2 MB and a byte': [() => Buffer.concat([workbook(rows), Buffer.alloc(2_000_000)]), 'file_too_large'],
  'an empty sheet': [() => workbook([]), 'no_rows'],
  'a header alone': [() => workbook([['SKU', 'Qty']]), 'no_rows'],
  'one column': [() => workbook([['SKU'], ['FAN']]), 'no_header'],
  'no header': [
    () =>
      workbook([
        ['FAN', 2],
        ['RAM', 3],
      ]),
    'no_header',
  ],
}

describe('a hostile or broken workbook is rejected with a code', () => {
  test.each(Object.entries(hostile))('%s', async (_name, [file, code]) => {
    const bytes = file()
    const started = performance.now()
    const answer = await upload(shop, { file: bytes, bearer })
    expect(answer.code).toBe(code)
    expect(answer.status).toBe(code === 'file_too_large' ? 413 : 422)
    timings.push([_name, bytes.length, performance.now() - started])
  })
  const timings: [name: string, bytes: number, ms: number][] = []
  afterAll(() => {
    const [name, , slowest = 0] = timings.toSorted((one, other) => other[2] - one[2])[0] ?? []
    console.log(
      `${timings.length} refusals, the slowest in ${Math.round(slowest)} ms (${name}); ` +
        `the largest file was ${Math.max(...timings.map(([, bytes]) => bytes))} bytes.`,
    )
  })

  test('no file and no text', async () => {
    expect((await upload(shop, { bearer })).code).toBe('file_missing')
    expect((await upload(shop, { rows: ' \n ', bearer })).code).toBe('file_missing')
  })

  test('a body that is no form is 415, a broken form 422', async () => {
    const { endpoint } = await import('../../../../src/server/platform/http/calls/endpoint.ts')
    const { ExcelToCart } = await import('../../../../src/contracts/calls/excel-to-cart.ts')
    const ask = async (type: string, body: string) => {
      const request = new Request('http://shop.test/excel-to-cart', {
        method: 'POST',
        body,
        headers: { 'Content-Type': type },
      })
      const context = { url: new URL(request.url), request, params: {}, locals: { shop, requestId: 'test' } }
      return (await endpoint(ExcelToCart, () => [])(context as never)).json()
    }
    expect(await ask('application/json', '{}')).toMatchObject({ status: 415, code: 'wrong_content_type' })
    for (const body of ['', '--x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n']) {
      expect(await ask('multipart/form-data; boundary=x', body), body).toMatchObject({
        status: 422,
        code: 'invalid_body',
      })
    }
    expect(await ask('multipart/form-data', 'x')).toMatchObject({ status: 422, code: 'invalid_body' })
  })
})

describe('a valid workbook of any program is read', () => {
  const lines = async (file: Buffer) =>
    (await upload(shop, { file, bearer })).lines.map(({ sku, quantity }) => [sku, quantity])

  test('cells without references, split texts, prefixes, CDATA and numeric entities', async () => {
    expect(await lines(workbook(rows, { [sheetPath]: sheet(cells) }))).toEqual([['FAN', 2]])
    const prefixed = sheet(cells).replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
    expect(await lines(workbook(rows, { [sheetPath]: prefixed }))).toEqual([['FAN', 2]])
    const strings =
      '<sst><si><t>SKU</t></si><si><r><t>Qu</t></r><r><t>antity</t></r><rPh><t>ignored</t></rPh></si>' +
      '<si><t><![CDATA[F]]>&#65;N</t></si></sst>'
    const referring =
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>' +
      '<row><c t="s"><v>2</v></c><c t="str"><f>1+2</f><v>3</v></c></row>'
    expect(await lines(workbook(rows, withStrings(strings, referring)))).toEqual([['FAN', 3]])
  })

  test('a formula that was never calculated is shown as what it is, and its row is not lost', async () => {
    const written =
      '<row><c t="inlineStr"><is><t>SKU</t></is></c><c t="inlineStr"><is><t>Antal</t></is></c></row>' +
      '<row><c t="inlineStr"><is><t>FAN</t></is></c><c s="1"><f>2*B4</f></c></row>' +
      '<row><c t="inlineStr"><is><t>FAN</t></is></c><c t="n"><f>1+2</f><v></v></c></row>' +
      '<row><c t="inlineStr"><is><t>FAN</t></is></c><c><f>1+2</f><v>3</v></c></row>'
    for (const xml of [sheet(written), sheet(written).replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')])
      expect(
        (await upload(shop, { file: workbook(rows, { [sheetPath]: xml }), preview: true, bearer })).preview.rows,
      ).toMatchObject([
        { rows: [2], asked: '=2*B4', status: 'bad_quantity' },
        { rows: [3], asked: '=1+2', status: 'bad_quantity' },
        { rows: [4], quantity: 3, status: 'ok' },
      ])
  })

  test('a row far down and a column far right; numbers as Excel writes them', async () => {
    const far =
      '<row r="1"><c r="B1" t="inlineStr"><is><t>SKU</t></is></c>' +
      '<c r="AD1" t="inlineStr"><is><t>Antal</t></is></c></row>' +
      '<row r="90000"><c r="B90000" t="inlineStr"><is><t>FAN</t></is></c>' +
      '<c r="AD90000"><v>1.0E1</v></c></row>'
    expect(
      (await upload(shop, { file: workbook(rows, { [sheetPath]: sheet(far) }), preview: true, bearer })).preview.rows,
    ).toMatchObject([{ rows: [90_000], quantity: 10 }])
  })

  test('the first visible sheet', async () => {
    const two = workbookFiles([
      {
        name: 'Hidden',
        rows: [
          ['SKU', 'Qty'],
          ['RAM', 1],
        ],
      },
      { name: 'Seen', rows },
    ])
    expect(await lines(writeZip(two))).toEqual([['RAM', 1]])
    expect(
      await lines(
        writeZip({
          ...two,
          'xl/workbook.xml': two['xl/workbook.xml']?.replace('sheetId="1"', 'sheetId="1" state="hidden"') ?? '',
        }),
      ),
    ).toEqual([['FAN', 2]])
  })

  test('ten at once, of which two are read at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => lines(workbook(rows))))
    expect(answers).toEqual(Array.from({ length: 10 }, () => [['FAN', 2]]))
  })

  test('the thirtieth at once is asked to come back later', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => upload(shop, { file: workbook(rows), bearer })))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(22)
    expect(answers.filter(({ status }) => status === 503).every(({ code }) => code === 'try_again')).toBe(true)
  })
})
