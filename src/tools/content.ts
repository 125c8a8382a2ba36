import { ContentError } from '../server/content/content-item.ts'
import { readArguments } from './content/arguments.ts'
import { contentCommands } from './content/commands.ts'
import { withDatabase } from './open-database.ts'
import { print, printError, printJson } from './print.ts'

const usage = `Usage: npm run shop -- content <command> [options]

Widgets and content pages, per language: a draft, what is published, and when the draft will be. It works while the shop
runs; pages show an edit within a second. HTML is read from a file, or from standard input as "-".

  list                          everything there is and what waits to be published
  get widget|page ID            prints the HTML of the draft, or of what is published where there is no draft
      --published                 what is published, whatever the draft says
  put widget|page ID [FILE|-]   keeps a draft
      --title TEXT --description TEXT   of a page
      --hidden | --shown          of a widget
      --publish                   publishes it at once
      --at TIME                   publishes it then, such as 2026-12-01T08:00:00+01:00
  publish widget|page ID        publishes the draft; --at TIME as above
  rename page|category ID       a new address at once; the old one leads to it
      --slug SLUG [--name NAME]   the name is a category's
  preview-link widget|page|product|deal ID
                                a link that shows the draft in the shop
      --ex-vat                    with prices excluding VAT
      --hours N                   how long it works, 24 unless told

  --lang en|sv                  the language; list and publish take both where none is named
  --json                        for programs
  --help                        shows this text`

/** The `content` command of `npm run shop`: what editors do until there is a console. */
export async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || args.includes('--help')) {
    print(usage)
    return 0
  }
  const command = Object.hasOwn(contentCommands, name) ? contentCommands[name] : undefined
  if (!command)
    return refuse(`There is no command "content ${name}". The commands are ${Object.keys(contentCommands).join(', ')}.`)
  return withDatabase(async (open) => {
    try {
      const read = readArguments(args)
      const { lines, data } = await command(open, read)
      if (read.json) printJson(data)
      else print(lines.join('\n'))
      return 0
    } catch (error) {
      if (error instanceof ContentError || isArgumentError(error)) return refuse(error.message)
      throw error
    }
  })
}

function refuse(sentence: string): number {
  printError(`${sentence} (--help says more.)`)
  return 2
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
