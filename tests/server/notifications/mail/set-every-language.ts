import type { Language } from '../../../../src/domain/places/locales.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** Makes everybody who gets mails read one language. */
export async function setEveryLanguage({ db }: Shop, language: Language): Promise<void> {
  for (const table of ['orders', 'subscriptions', 'customers'] as const)
    await db.updateTable(table).set({ language }).execute()
}
