import { ContentError } from '../../server/content/content-item.ts'
import { runNamed } from '../operator-command.ts'
import { print, printJson } from '../print.ts'
import { readArguments } from './content/arguments.ts'
import { contentCommands } from './content/commands.ts'

const usage = `Usage: npm run shop -- content <command> [options]

Widgets, content pages and repair guides, per language: draft, published version, and scheduled publishing. It works
while the shop runs; pages show an edit within a second. HTML, or the JSON of a guide, is read from a file, or from
standard input as "-".

  list                          all content and what is scheduled to be published
  get widget|page|guide ID      prints the HTML or JSON of the draft, or of the published version without a draft
      --published                 the published version even if there is a draft
  put widget|page|guide ID [FILE|-]
                                saves a draft
      --title TEXT --description TEXT   of a page
      --hidden | --shown          of a widget
      --publish                   publishes it at once
      --at TIME                   publishes it at this time, such as 2026-12-01T08:00:00+01:00
  publish widget|page|guide ID  publishes the draft; --at TIME as above
  rename page|guide|category ID changes the URL at once; the old one redirects
      --slug SLUG [--name NAME]   --name only for categories
  preview-link widget|page|guide|product|deal ID
                                a link that shows the draft in the shop
      --ex-vat                    with prices excluding VAT
      --hours N                   validity in hours, default 24

  --lang en|sv                  the language; list and publish default to both
  --json                        output for programs
  --help                        shows this text`

/** The `content` command of `npm run shop`: edits content from the terminal. */
export function run(args: string[]): Promise<number> {
  return runNamed({ name: 'content', usage, commands: contentCommands }, args, {
    carryOut: async (command, open, rest) => {
      const read = readArguments(rest)
      const { lines, data } = await command(open, read)
      if (read.json) printJson(data)
      else print(lines.join('\n'))
    },
    codeOf: (error) => (error instanceof ContentError ? 2 : undefined),
  })
}
