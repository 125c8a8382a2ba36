import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { definitionFile, type DefinitionFile } from '../../server/catalog/definitions/definition-file.ts'
import { importDefinitions } from '../../server/catalog/definitions/import-definitions.ts'
import {
  actorOf,
  isSet,
  operatorCommand,
  OperatorError,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'

const usage = `Usage: npm run shop -- definitions import FILE.json [options]

Adds what products refer to, from a file of "export definitions": categories, attributes, brands, devices, tags, search
triggers, synonyms and mark-ups. Then "import own-products.csv" brings the products of another shop. Works while the
shop runs. All of the file is added, or nothing: an entry that the shop has otherwise is named, and refuses the file.

  --dry-run           checks and counts, writes nothing
  --by NAME           who does it, for the history of the settings

  --json              output for programs
  --help              shows this text`

/** The `definitions` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'definitions',
  usage,
  commands: { import: importFile },
  options: { 'dry-run': { type: 'boolean' }, by: { type: 'string' } },
})

const [maxBytes, maxIssues, maxNamed] = [100_000_000, 20, 3]

async function importFile({ db, kind, env, now }: OperatorShop, given: Given): Promise<Answer> {
  const [name, ...others] = given.words
  if (name === undefined || others.length > 0) throw new OperatorError('Name one file.')
  const file = await readDefinitions(name)
  const isTried = isSet(given, 'dry-run')
  const check = (): Promise<void> => refuseMissingFiles(file, env.SHOP_DATA)
  const data = await importDefinitions({ db, kind, now: now(), by: actorOf(given), isTried, check }, file)
  const { added, known, unknownArticles, markups } = data
  const lines = [
    `${isTried ? 'Would be added' : 'Added'}: ${added} rows${markups ? ' and the mark-ups' : ''}. ` +
      `The shop had ${known} already.`,
    ...(unknownArticles > 0
      ? [`${unknownArticles} articles of tags are not in the shop: import the products, then this file again.`]
      : []),
  ]
  return { data, lines }
}

async function readDefinitions(name: string): Promise<DefinitionFile> {
  const found = await stat(name).catch(() => undefined)
  if (!found?.isFile()) throw new OperatorError(`There is no file ${name}.`)
  if (found.size > maxBytes) throw new OperatorError(`${name} has more than 100 MB.`)
  const parsed = definitionFile.safeParse(parseJson(await readFile(name, 'utf8'), name))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const lines = issues.slice(0, maxIssues).map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  const more = issues.length > maxIssues ? [`and ${issues.length - maxIssues} more`] : []
  throw new OperatorError([`${name} cannot be used:`, ...lines, ...more].join('\n  '))
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${name} is not JSON.`)
  }
}

/** A product must not show a picture or a document whose file is not in the data folder. */
async function refuseMissingFiles({ pictures, documents }: DefinitionFile, data: string): Promise<void> {
  const drawn = await namesIn(join(data, 'pictures'), /(?:-[a-z0-9]+)?\.(?:avif|webp)$/)
  const written = await namesIn(join(data, 'documents'), /\.pdf$/)
  for (const [folder, ids, has] of [
    ['pictures', pictures, drawn],
    ['documents', documents, written],
  ] as const) {
    const missing = ids.filter(({ id }) => !has.has(id)).map(({ id }) => id)
    if (missing.length > 0)
      throw new OperatorError(
        `${missing.length} of the ${folder} are not in ${join(data, folder)}, such as ` +
          `${missing.slice(0, maxNamed).join(', ')}: copy that folder of the other shop first.`,
      )
  }
}

/** The files of a folder by their ids. */
async function namesIn(folder: string, ending: RegExp): Promise<ReadonlySet<string>> {
  const names = await readdir(folder).catch(() => [])
  return new Set(names.map((name) => name.replace(ending, '')))
}
