import type { ContentTarget, ContentTargetsPage } from '../../../contracts/console/content-targets.ts'
import { isLanguage, type Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { withoutPlaceholders } from '../../content/placeholders.ts'
import { contentHeads } from '../../content/records/head-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { productListRows } from '../products/product-list-queries.ts'
import { categoriesNamed, productAddresses } from './target-queries.ts'

const [maxOfKind, maxLength] = [6, 200]

/** What a link in a text can lead to, by a text that somebody types; a piece of a page for the editor. */
export const contentTargetsScreen = consoleScreen<ContentTargetsPage>({
  screen: 'content-targets',
  permission: 'content.view',
  load: async (context) => {
    const { searchParams } = context.request.url
    const text = (searchParams.get('q') ?? '').trim().slice(0, maxLength)
    const requested = searchParams.get('language') ?? ''
    return {
      targets: await targetsOf(context, isLanguage(requested) ? requested : context.session.staff.language, text),
    }
  },
})

/** Pages before categories before parts, because there are fewer of them; without a text the pages alone. */
async function targetsOf(context: ConsoleContext, language: Language, text: string): Promise<ContentTarget[]> {
  const pages = await pagesNamed(context, language, text)
  if (text === '') return pages
  const categories = (await categoriesNamed(context.shop.db, language, text, maxOfKind)).map(({ name, path }) => ({
    kind: 'category' as const,
    title: name,
    detail: path,
    href: href(language, 'product-category-all', { slug: path }),
  }))
  return [...pages, ...categories, ...(await productsNamed(context, language, text))]
}

async function pagesNamed({ shop }: ConsoleContext, language: Language, text: string): Promise<ContentTarget[]> {
  const wanted = text.toLowerCase()
  return (await contentHeads(shop))
    .filter((head) => head.language === language && head.isPublished && head.kind !== 'widget')
    .map(({ kind, title, slug }) => ({ kind, title: withoutPlaceholders(title), slug }))
    .filter(({ title, slug }) => title.toLowerCase().includes(wanted) || slug.includes(wanted))
    .sort((one, other) => one.title.localeCompare(other.title, language))
    .slice(0, text === '' ? maxOfKind * 2 : maxOfKind)
    .flatMap(({ kind, title, slug }) =>
      kind === 'widget' ? [] : [{ kind, title, detail: '', href: href(language, kind, { slug }) }],
    )
}

async function productsNamed({ shop }: ConsoleContext, language: Language, search: string): Promise<ContentTarget[]> {
  const query = { search, filters: {}, sort: 'sku', isDescending: false, columns: [], cursor: null }
  const found = await productListRows(shop, query, maxOfKind * 2)
  const ids = found.map(({ id }) => id)
  const rows = await productAddresses(shop.db, shop.kind, { ids, language })
  return rows
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .slice(0, maxOfKind)
    .map(({ sku, name, slug }) => ({
      kind: 'product',
      title: name,
      detail: sku,
      href: href(language, 'product', { slug }),
    }))
}
