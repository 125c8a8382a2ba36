import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FeedError } from '../../server/catalog/import/feeds/feed-row.ts'
import { guessFeed } from '../../server/catalog/import/guess/guess-feed.ts'
import type { PreviewedRow } from '../../server/catalog/import/guess/preview-rows.ts'
import type { ToolShop } from '../open-database.ts'
import { print, printError } from '../print.ts'
import { textTable } from '../text-table.ts'
import { profileFitting } from './choose-profile.ts'
import { demoDrawings } from './make-pictures.ts'

/**
 * Writes a profile for a feed into the shop's data and shows what its first rows would become. @returns the command's
 * exit code.
 */
export async function guessProfileOf({ db, env }: ToolShop, file: string): Promise<number> {
  try {
    const { profile, doubts, notes, rows } = await guessFeed(file, {
      db,
      now: new Date(),
      drawings: demoDrawings(env.SHOP_DATA),
    })
    const builtIn = await profileFitting(file)
    if (builtIn !== undefined) {
      printError(
        `The built-in profile ${builtIn} reads files with this name: npm run shop -- import ${file} --dry-run. ` +
          'Rename the file if its columns are others.',
      )
      return 1
    }
    const folder = join(env.SHOP_DATA, 'profiles')
    const target = join(folder, `${profile.name}.json`)
    if (existsSync(target)) {
      printError(`There is a profile ${target} already. Delete it or rename the feed's file.`)
      return 1
    }
    await mkdir(folder, { recursive: true })
    await writeFile(target, `${JSON.stringify(profile, null, 2)}\n`)
    print(
      [
        `Profile: ${target}`,
        ...[...notes, ...doubts].map(({ reason }) => `  ${reason}`),
        '',
        ...previewLines(rows),
      ].join('\n'),
    )
    print(`\nCheck the profile, then: npm run shop -- import ${file} --profile ${profile.name} --dry-run`)
    return 0
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    printError(`${file}: ${error.message}`)
    return 1
  }
}

function previewLines(rows: readonly PreviewedRow[]): string[] {
  const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
  return textTable(
    ['row', 'number', 'name', 'category', 'price', 'stock', 'attributes'],
    rows.map((row) =>
      'problem' in row
        ? [String(row.row), '', `rejected: ${row.problem}`]
        : [String(row.row), row.sku, cut(row.name), cut(row.category), row.price, row.stock, cut(row.attributes)],
    ),
  )
}
