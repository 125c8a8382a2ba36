import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { languages } from '../../domain/places/locales.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { href } from '../../routes.ts'
import type { Invited } from '../../server/identity/staff/invitations.ts'
import { replaceSettings } from '../../server/platform/settings/change-settings.ts'
import { SettingsError } from '../../server/platform/settings/settings-error.ts'
import { lastRevision } from '../../server/platform/settings/settings-queries.ts'
import { filledTables } from '../../server/preflight/queries.ts'
import { withDatabase, type ToolShop } from '../open-database.ts'
import { isArgumentError, OperatorError } from '../operator-command.ts'
import { print, printError } from '../print.ts'
import { textTable } from '../text-table.ts'
import { askAll } from './init/ask.ts'
import { draftSlugs, writeDrafts } from './init/drafts.ts'
import { accountLines, inviteOwner, ownerFault, ownerProposal } from './init/first-account.ts'
import { faultOf, questions, readAnswers, withProposals, type Answers } from './init/questions.ts'
import { readJson } from './settings/files.ts'

const usage = `Usage: npm run shop -- init [--file FILE|-] [--owner EMAIL|-] [--by NAME]

Makes a shop of your own in an empty database: asks who sells, sets the company, the brand and who gets mail, and writes
the pages that a shop must have in Swedish and English as drafts, whose open points are marked […]. Prints a single-use
link that makes the first account in the console, valid for three days. Nothing is written before the last question is
answered. An answer in brackets is taken with Enter, "-" leaves it empty.

  --file FILE|-                 takes the answers from JSON as "settings export" writes it, and asks nothing; it needs
                                company.name, company.organizationNumber, company.contact.sv.address and .email;
                                delivery costs 49 at home and 199 abroad (4.90 and 19.90 euros) unless it says more;
                                home.country is SE unless it says FI, DK, NO or DE
  --owner EMAIL                 with --file: who gets the first account, "-" for nobody; default: mail.operatorAddress,
                                else the e-mail address for customers
  --by NAME                     who makes it, for the history of the settings; default: the user at the terminal
  --help                        shows this text

Everything can be changed later: npm run shop -- settings, npm run shop -- content.`

/** The `init` command of `npm run shop`. Exit codes: 0 done, 1 not possible, 2 invalid arguments. */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage)
    return 0
  }
  try {
    const options = { file: { type: 'string' }, owner: { type: 'string' }, by: { type: 'string' } } as const
    const { values } = parseArgs({ args, options })
    return await withDatabase((shop) => init(shop, values))
  } catch (error) {
    if (!isAnswered(error)) throw error
    printError(error.message)
    return error instanceof SettingsError ? 1 : 2
  }
}

function isAnswered(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error instanceof OperatorError || error instanceof SettingsError || isArgumentError(error)
}

type Given = { file?: string | undefined; owner?: string | undefined; by?: string | undefined }
type Made = { answers: Answers; owner: string }

async function init(shop: ToolShop, { file, owner, by }: Given): Promise<number> {
  const since = await lastRevision(shop.db)
  const filled = await filledTables(shop.db)
  if (filled.length > 0) throw new SettingsError(refusal(filled))
  if (file === undefined && process.stdin.isTTY !== true)
    throw new OperatorError('There is no terminal to ask at: give the answers with --file (--help says more).')
  if (file === undefined && owner !== undefined) throw new OperatorError('--owner goes with --file; else it is asked.')
  const made = file === undefined ? await askAll() : await madeOfFile(file, owner)
  if (!made) {
    printError('The last question was not answered, so nothing was written.')
    return 1
  }
  await write(shop, made, { by: `operator:${(by ?? userInfo().username).slice(0, 60)}`, since })
  return 0
}

function refusal(filled: readonly string[]): string {
  const names = filled.map((table) => table.replace('content_pages', 'pages').replace('shop_settings', 'settings'))
  return (
    `The database has ${names.join(', ')} already, and init only makes new shops. Change this one with "npm run ` +
    'shop -- settings" and "npm run shop -- content", or make a new one in a folder of its own (SHOP_DATA) or in an ' +
    'empty database (DATABASE_URL).'
  )
}

async function answersOfFile(file: string): Promise<Answers> {
  const given = readAnswers(await readJson(file))
  if (!given) throw new OperatorError('The file must be an object with settings, such as {"company":{"name":"…"}}.')
  const answers = withProposals(given)
  const faults = questions.flatMap((question) => {
    const fault = faultOf(answers, question)
    return fault === undefined ? [] : [`${question.name} ${fault}.`]
  })
  if (faults.length > 0) throw new SettingsError(faults.join(' '))
  return answers
}

async function madeOfFile(file: string, given: string | undefined): Promise<Made> {
  const answers = await answersOfFile(file)
  const owner = given === '-' ? '' : (given ?? ownerProposal(answers))
  const fault = ownerFault(owner)
  if (fault !== undefined) throw new OperatorError(`--owner ${fault}.`)
  return { answers, owner }
}

/** Writes settings, drafts and the first invitation in one transaction, and says what is left to do. */
async function write(shop: ToolShop, { answers, owner }: Made, change: { by: string; since: number }): Promise<void> {
  const { settings } = readSettings(answers)
  const { db, kind } = shop
  const now = new Date()
  let invited: Invited | undefined
  await replaceSettings(db, answers, {
    ...change,
    now,
    also: async (trx) => {
      if (settings) await writeDrafts({ db: trx, kind }, settings, now)
      invited = await inviteOwner(trx, answers, { shop, owner, by: change.by, now })
    },
  })
  if (!settings) return
  const paths = Object.entries(draftSlugs(settings)).map(([id, slugs]) => [
    id,
    ...languages.map((language) => href(language, 'page', { slug: slugs[language] })),
  ])
  print(
    [
      `${settings.brand.name.sv} is made, without products. These pages are drafts, which nobody sees yet:`,
      '',
      ...textTable(['PAGE', ...languages.map((language) => language.toUpperCase())], paths),
      '',
      'Read each, write what […] marks, and publish it in both languages:',
      '  npm run shop -- content get page terms --lang sv > terms-sv.html',
      '  npm run shop -- content put page terms terms-sv.html --lang sv',
      '  npm run shop -- content publish page terms',
      'Then the footer that links to all of them: npm run shop -- content publish widget footer-columns',
      'npm run shop -- content list shows what is left, and npm run shop -- doctor checks the whole shop.',
      '',
      ...accountLines(invited),
      '',
      'Next: docs/how-to/open-your-own-shop.md',
    ].join('\n'),
  )
}
