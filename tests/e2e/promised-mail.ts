import { mailTexts } from '../support/mailbox.ts'
import { connect } from '../../src/server/db/connect.ts'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '../../src/domain/locales.ts'

/** The address (path and query) of the first link to one of our screens in a mail to somebody; waits for the mail. */
export async function linkMailed(dataFolder: string, address: string, screen: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [found] = mailTexts(dataFolder, address).flatMap((mail) => mail.split('\n\n').slice(1).join('\n\n').match(new RegExp(`/\\w\\w/${screen}[?/]\\S+`)) ?? [])
    if (found) return found
    await sleep(100)
  }
  throw new Error(`No link to ${screen} came to ${address}.`)
}

/** The slug of a part that is out of stock and can be waited for. */
export async function slugOfMissingPart(dataFolder: string, language: Language): Promise<string> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  const row = await db.selectFrom('products as p').innerJoin('stock as s', 's.product_id', 'p.id').innerJoin('product_texts as t', 't.product_id', 'p.id').select('t.slug')
    .where('t.language', '=', language).where('p.notifyable', '=', 1).where('p.type', '=', 1).where('p.parent_id', 'is', null).where('s.on_hand', '=', 0).orderBy('p.sku').executeTakeFirstOrThrow()
  await db.destroy()
  return row.slug
}
