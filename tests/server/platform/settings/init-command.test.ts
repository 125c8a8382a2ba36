import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentPage } from '../../../../src/server/content/content-page.ts'
import { listContent } from '../../../../src/server/content/list-content.ts'
import { acceptInvitation } from '../../../../src/server/identity/staff/invitations.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { isUntouched } from '../../../../src/server/preflight/queries.ts'
import { seedIfEmpty } from '../../../../src/tools/seed.ts'
import { demoTrace, otherShop } from '../../../support/other-shop.ts'
import { typeAnswers } from '../../../support/typed-answers.ts'
import { shopCommands, type ShopCommands } from '../../../tools/shop-commands.ts'
import { newStaff } from '../../console/at-console.ts'

const minimums = {
  company: {
    name: 'Byte & Bit AB',
    organizationNumber: '556016-0680',
    contact: { sv: { address: ['Kungsgatan 7', '961 61 Boden'], email: 'hej@bytebit.example' } },
  },
}

async function initFrom({ run, file }: ShopCommands, answers: unknown) {
  writeFileSync(file('answers.json'), typeof answers === 'string' ? answers : JSON.stringify(answers))
  return run('init', '--file', file('answers.json'), '--by', 'eva')
}

test('a file makes a shop with drafts of every page in both languages, and nothing names the demo', async () => {
  await using commands = await shopCommands({ seeded: false })
  const { run, json, shop } = commands
  const { code, out } = await initFrom(commands, otherShop)
  expect([code, out]).toEqual([0, expect.stringContaining('Kretsen is made, without products.')])
  expect(await json('settings', 'get', 'company')).toEqual(otherShop['company'])
  expect(await json('settings', 'get', 'locales.sv.storeID')).toBe(31)
  expect(await json('settings', 'history', 'company.iban')).toMatchObject([{ by: 'operator:eva', before: '' }])
  const content = await listContent(shop.db, new Date())
  expect(content.filter(({ kind }) => kind === 'page').map(({ state, shown }) => [state, shown])).toEqual(
    Array.from({ length: 12 }, () => ['draft', false]),
  )
  for (const { kind, id, language, state } of content) {
    const text = (await run('content', 'get', kind, id, '--lang', language)).out
    expect(demoTrace(text)).toBeUndefined()
    expect(text).not.toMatch(/(?<!\{)\{[\w.]+\}(?!\})|undefined/)
    if (kind === 'page' && id !== 'footer-columns') expect([id, text]).toEqual([id, expect.stringContaining('[… ')])
    if (state === 'published') expect(text).not.toContain('[…')
  }
  expect((await run('content', 'publish', 'page', 'terms')).code).toBe(0)
  await shop.settings.refresh()
  expect(await contentPage(shop, 'sv', 'kopvillkor')).toMatchObject({
    page: { html: expect.stringContaining('Du handlar av Kretsen i Boden AB, 556016-0680.') as string },
  })
})

test('what a file does not answer is taken from its other answers, except for numbers that nobody gave', async () => {
  await using commands = await shopCommands({ seeded: false })
  const { json, run, shop } = commands
  expect((await initFrom(commands, minimums)).code).toBe(0)
  expect(await json('settings', 'export')).toMatchObject({
    company: {
      vatNumber: '',
      contact: { en: { address: ['Kungsgatan 7', '961 61 Boden', 'Sweden'], email: 'hej@bytebit.example' } },
    },
    brand: { name: { en: 'Byte & Bit', sv: 'Byte & Bit' } },
    mail: { operatorAddress: 'hej@bytebit.example', operatorLanguage: 'sv' },
  })
  expect((await run('content', 'publish', 'page', 'contact')).code).toBe(0)
  await shop.settings.refresh()
  const contact = JSON.stringify(await contentPage(shop, 'en', 'contact'))
  expect(contact).toContain('Byte &amp; Bit AB, Kungsgatan 7')
  expect(contact).not.toMatch(/VAT number|Telephone/)
})

test('a terminal is asked, a wrong answer again with the reason, and Enter takes what is proposed', async () => {
  await using commands = await shopCommands({ seeded: false })
  using terminal = typeAnswers([
    ['Company name', ''],
    ['Company name', 'Kretsen i Boden AB'],
    ['Organization number', '556016-0681'],
    ['Organization number', '556016-0680'],
    ['Address, its', 'Kungsgatan 7, 961 61 Boden'],
    ['E-mail address for customers', 'hej'],
    ['E-mail address for customers', 'hej@kretsen.example'],
    ['IBAN', 'SE45 5000 0000 0583 9825 7466'],
    ['BIC', ''],
    ['BIC', 'SWEDSESS'],
    ['Name of the shop in Swedish', 'Kretsen'],
    ['Who is told', '-'],
    ['Price of a delivery in the home', '-5'],
    ['Price of a delivery in the home', '59,50'],
    ['Value of goods', '600'],
    ['Who gets the first account', 'eva'],
    ['Who gets the first account', ' Eva@kretsen.example '],
  ])
  const { code, out } = await commands.run('init')
  expect(code).toBe(0)
  for (const reason of [
    'This must not be empty.',
    '"556016-0681" must be a Swedish organization number',
    '"hej" must be an e-mail address.',
    '"-5" must be a price of at least 0',
    '"eva" must be an e-mail address.',
  ])
    expect(out).toContain(reason)
  expect(terminal.asked).toContain('VAT number [SE556016068001]: ')
  expect(terminal.asked).toContain('BIC of the bank of this IBAN: ')
  expect(terminal.asked.at(-1)).toContain('[hej@kretsen.example]')
  expect(out).toContain('eva@kretsen.example becomes the owner')
  expect(await commands.json('settings', 'export')).toMatchObject({
    company: { vatNumber: 'SE556016068001', bic: 'SWEDSESS', bankgiro: '' },
    brand: { name: { sv: 'Kretsen', en: 'Kretsen' } },
    mail: { operatorAddress: '' },
    delivery: {
      methods: [
        { id: 'home', freeFrom: '600', bands: [{ price: '59.50' }] },
        { id: 'abroad', bands: [{ price: '199' }] },
      ],
    },
  })
})

test('the link that init prints makes the owner, once, and the audit log names who made the shop', async () => {
  await using commands = await shopCommands({ seeded: false })
  const { shop, json } = commands
  const { out } = await initFrom(commands, { ...minimums, mail: { operatorAddress: 'Eva@bytebit.example' } })
  const [link = ''] = out.match(/http\S+\/console\/\S+/) ?? []
  expect(link.startsWith(shop.env.ORIGIN)).toBe(true)
  const token = new URL(link).searchParams.get('token') ?? ''
  const owner = { token, name: 'Eva', password: 'lingon och 7 rödbetor' }
  await shop.settings.refresh()
  expect(await acceptInvitation(shop, '127.0.0.1', owner)).toMatchObject({
    email: 'eva@bytebit.example',
    role: 'owner',
  })
  await expect(acceptInvitation(shop, '127.0.0.1', owner)).rejects.toMatchObject({ fault: 'link_over' })
  expect(await json('staff', 'list')).toMatchObject([{ email: 'eva@bytebit.example', role: 'owner' }])
  const entries = await shop.db
    .selectFrom('audit_log')
    .select(['operation', 'actor', 'subject'])
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { operation: 'staff.invite', actor: 'operator:eva', subject: 'eva@bytebit.example' },
    { operation: 'staff.accept', actor: 'Eva' },
  ])
})

test('a file may name the owner or nobody, and a shop with staff gets no second owner', async () => {
  const invitedBy = async (...options: string[]) => {
    await using commands = await shopCommands({ seeded: false })
    writeFileSync(commands.file('answers.json'), JSON.stringify(minimums))
    const { code, out, err } = await commands.run('init', '--file', commands.file('answers.json'), ...options)
    const rows = await commands.shop.db.selectFrom('staff_invitations').select(['email', 'role']).execute()
    return { code, rows, said: `${out}${err}` }
  }
  expect((await invitedBy()).rows).toEqual([{ email: 'hej@bytebit.example', role: 'owner' }])
  expect((await invitedBy('--owner', 'bo@bytebit.example')).rows).toMatchObject([{ email: 'bo@bytebit.example' }])
  const nobody = await invitedBy('--owner', '-')
  expect([nobody.code, nobody.rows, nobody.said]).toEqual([0, [], expect.stringContaining('staff invite EMAIL')])
  const wrong = await invitedBy('--owner', 'bo')
  expect([wrong.code, wrong.rows, wrong.said]).toEqual([2, [], expect.stringContaining('must be an e-mail address')])
  await using commands = await shopCommands({ seeded: false })
  const anna = await newStaff(commands.shop, 'seller', 'anna@bytebit.example')
  expect((await initFrom(commands, minimums)).out).toContain('staff invite EMAIL')
  expect(await commands.json('staff', 'list')).toMatchObject([{ email: anna.email }])
  expect(await commands.shop.db.selectFrom('staff_invitations').select('email').execute()).toEqual([])
})

test('a company in Finland gets what follows from its country, and numbers of Sweden are asked for again', async () => {
  await using commands = await shopCommands({ seeded: false })
  using terminal = typeAnswers([
    ['Country of the company', 'PL'],
    ['Country of the company', 'FI'],
    ['Company name', 'Osat Oy'],
    ['Organization number', '556016-0680'],
    ['Organization number', '0112038-9'],
    ['Address, its', 'Torggatan 1, 00100 Helsingfors'],
    ['E-mail address for customers', 'hej@osat.example'],
    ['Name of the shop in Swedish', ''],
  ])
  const { code, out } = await commands.run('init')
  expect(code).toBe(0)
  for (const reason of ['"PL" must be one of SE, FI, DK, NO, DE.', '"556016-0680" must be a Finnish business id'])
    expect(out).toContain(reason)
  expect(terminal.asked).toContain('VAT number [FI01120389]: ')
  expect(terminal.asked.some((question) => question.startsWith('Bankgiro'))).toBe(false)
  expect(await commands.json('settings', 'export')).toMatchObject({
    home: { country: 'FI', currency: 'EUR' },
    company: { vatNumber: 'FI01120389', contact: { en: { address: ['Torggatan 1', '00100 Helsingfors', 'Finland'] } } },
    brand: { name: { sv: 'Osat' } },
    locales: {
      sv: { currency: 'EUR', defaultCurrencyID: 4, defaultCountryCode: 'FI', country: 'Finland' },
      en: { currency: 'EUR', defaultCountryCode: 'FI' },
    },
    delivery: {
      timeZone: 'Europe/Helsinki',
      zones: [{ countries: ['FI'] }, { countries: ['*'] }],
      methods: [{ bands: [{ price: '4.90' }] }, { bands: [{ price: '19.90' }] }],
    },
  })
  const privacy = (await commands.run('content', 'get', 'page', 'privacy', '--lang', 'sv')).out
  expect(privacy).toContain('dataombudsmannen')
  const terms = (await commands.run('content', 'get', 'page', 'terms', '--lang', 'en')).out
  expect(terms).not.toMatch(/Swedish|ARN/)
})

test('nothing is written when the input ends before the last question, or when there is no terminal', async () => {
  await using commands = await shopCommands({ seeded: false })
  {
    using terminal = typeAnswers([['Company name', 'Kretsen AB']], 2)
    expect(await commands.run('init')).toMatchObject({ code: 1, err: expect.stringContaining('nothing was written') })
    expect(terminal.asked).toHaveLength(3)
  }
  expect(await commands.run('init')).toMatchObject({ code: 2, err: expect.stringContaining('with --file') })
  expect(await isUntouched(commands.shop.db)).toBe(true)
  expect((await commands.run('init', '--owner', 'eva@kretsen.example')).code).toBe(2)
})

test('wrong files are refused with every reason, and nothing is written', async () => {
  await using commands = await shopCommands({ seeded: false })
  for (const [answers, reason] of [
    ['{', 'is not JSON'],
    ['[]', 'must be an object with settings'],
    ['"text"', 'must be an object with settings'],
    [{}, 'company.name must not be empty. company.organizationNumber must not be empty.'],
    [{ ...minimums, company: { ...minimums.company, iban: 'SE00' } }, 'company.iban must be an IBAN'],
    [{ ...minimums, company: { ...minimums.company, name: ' <b>' } }, 'company.name must be one line of plain text'],
    [{ ...minimums, company: { ...minimums.company, name: 7 } }, 'company.name must be a text'],
    [{ ...minimums, company: null }, 'company.name must not be empty'],
    [{ ...minimums, brand: { colour: 'red' } }, 'brand.colour is not a setting'],
    [{ ...minimums, shop: {} }, 'shop is not a setting'],
  ] as const) {
    const { code, err } = await initFrom(commands, answers)
    expect(err).toContain(reason)
    expect(code).toBeGreaterThan(0)
  }
  expect((await commands.run('init', '--file', commands.file('none.json'))).err).toContain('cannot be read')
  expect((await commands.run('init', '--force')).code).toBe(2)
  expect(await isUntouched(commands.shop.db)).toBe(true)
})

test('a shop that has anything already is refused, and the demo is never written into a shop of your own', async () => {
  await using commands = await shopCommands({ seeded: false })
  const { run, json, shop } = commands
  const both = await Promise.all([initFrom(commands, minimums), initFrom(commands, minimums)])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(await json('settings', 'history', 'company.name')).toHaveLength(1)
  expect(await initFrom(commands, otherShop)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has pages, widgets, settings already'),
  })
  const said: string[] = []
  await seedIfEmpty(parseEnv({ SHOP_DATA: shop.env.SHOP_DATA, DATABASE_URL: shop.env.DATABASE_URL }), (line) =>
    said.push(line),
  )
  expect(said).toEqual([])
  expect(await run('seed', 'demo')).toMatchObject({ code: 1, err: expect.stringContaining('settings of its own') })
  await using filled = await shopCommands()
  expect(await initFrom(filled, minimums)).toMatchObject({ code: 1, err: expect.stringContaining('has products') })
})
