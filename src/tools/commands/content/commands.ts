import {
  ContentError,
  contentKinds,
  kindOfRow,
  type ContentItem,
  type Editing,
} from '../../../server/content/content-item.ts'
import { requireItem, readItem } from '../../../server/content/items.ts'
import { listContent } from '../../../server/content/list-content.ts'
import { previewLink, previewKinds } from '../../../server/content/preview/preview-link.ts'
import { publish } from '../../../server/content/publish.ts'
import { renameCategory } from '../../../server/content/rename-category.ts'
import { renameGuide, saveGuide } from '../../../server/content/save-guide.ts'
import { renamePage, savePage } from '../../../server/content/save-page.ts'
import { saveWidget } from '../../../server/content/save-widget.ts'
import { hasDraft, withDraftPublished } from '../../../server/content/versions.ts'
import { guideJson } from '../../../server/platform/db/json-columns.ts'
import type { ToolShop } from '../../open-database.ts'
import { hours, moment, namedItem, oneLanguage, someLanguages, type ContentArguments } from './arguments.ts'
import { tableOf } from './list.ts'
import { readHtml } from './read-html.ts'

/** The result of a command: lines for people, data for programs. */
type Answer = { lines: readonly string[]; data: unknown }
type Command = (open: ToolShop, args: ContentArguments) => Promise<Answer>

export const contentCommands: Readonly<Record<string, Command>> = {
  list,
  get,
  put,
  publish: publishDrafts,
  rename,
  'preview-link': link,
}

/** Invalidates nothing here: the running shop reads the `invalidations` table. */
function editing({ db }: ToolShop): Editing {
  return { db, now: () => new Date(), invalidate: () => {}, by: 'npm run shop' }
}

async function list({ db }: ToolShop, args: ContentArguments): Promise<Answer> {
  const languages = someLanguages(args)
  const data = (await listContent(db, new Date())).filter(({ language }) => languages.includes(language))
  return { data, lines: tableOf(data) }
}

async function get({ db }: ToolShop, args: ContentArguments): Promise<Answer> {
  const row = await requireItem(db, { ...namedItem(args, contentKinds), language: oneLanguage(args) })
  const shown = args.published ? row : withDraftPublished(row)
  const text = shown.published ?? ''
  const isJson = kindOfRow(row) === 'guide' && text !== ''
  return { data: row, lines: [isJson ? JSON.stringify(guideJson.read(text), null, 2) : text] }
}

async function put(open: ToolShop, args: ContentArguments): Promise<Answer> {
  const item = { ...namedItem(args, contentKinds), language: oneLanguage(args) }
  if (args.hidden && args.shown) throw new ContentError('A widget is either --hidden or --shown.')
  const from = moment(args, new Date())
  await keepDraft(open, item, args)
  const isPublished = args.publish || from !== undefined
  if (isPublished) await publish(editing(open), item, from)
  return answerWithStates(
    open,
    [item],
    from ? `will be published at ${from.toISOString()}` : isPublished ? 'is published' : 'is kept as a draft',
  )
}

async function keepDraft(open: ToolShop, item: ContentItem, args: ContentArguments): Promise<void> {
  const {
    title,
    description,
    words: [, , file],
  } = args
  const hidden = args.hidden ? true : args.shown ? false : undefined
  const html = await readHtml(file)
  const given = { widget: [html, hidden], page: [html, title, description], guide: [html] }[item.kind]
  if (given.every((each) => each === undefined))
    throw new ContentError('Say what to keep: a file, "-" for standard input, or an option.')
  if (item.kind === 'widget') await saveWidget(editing(open), item, { html, hidden })
  else if (item.kind === 'page') await savePage(editing(open), item, { html, title, description })
  else await saveGuide(editing(open), item, html ?? '')
}

async function publishDrafts(open: ToolShop, args: ContentArguments): Promise<Answer> {
  const named = someLanguages(args).map((language) => ({ ...namedItem(args, contentKinds), language }))
  const from = moment(args, new Date())
  const drafts = args.lang === undefined ? await withDraft(open, named) : named
  if (drafts.length === 0) throw new ContentError(`The ${named[0]?.kind} "${named[0]?.id}" has no draft to publish.`)
  for (const item of drafts) await publish(editing(open), item, from)
  return answerWithStates(open, drafts, from ? `will be published at ${from.toISOString()}` : 'is published')
}

async function withDraft({ db }: ToolShop, items: readonly ContentItem[]): Promise<ContentItem[]> {
  const rows = await Promise.all(items.map((item) => readItem(db, item)))
  return items.filter((_, at) => rows[at] && hasDraft(rows[at]))
}

async function rename(open: ToolShop, args: ContentArguments): Promise<Answer> {
  const { kind, id } = namedItem(args, ['page', 'guide', 'category'])
  const { slug, name } = args
  const language = oneLanguage(args)
  if (slug === undefined && name === undefined) throw new ContentError('Say the new address with --slug.')
  if (kind === 'category') await renameCategory(editing(open), { id, language, slug, name })
  else if (slug !== undefined)
    await { page: renamePage, guide: renameGuide }[kind](editing(open), { kind, id, language }, slug)
  return { data: { kind, id, language, slug, name }, lines: [`The ${kind} "${id}" is renamed in ${language}.`] }
}

async function link(open: ToolShop, args: ContentArguments): Promise<Answer> {
  const wanted = {
    ...namedItem(args, previewKinds),
    language: oneLanguage(args),
    vat: args['ex-vat'] ? ('ex' as const) : ('inc' as const),
  }
  const data = await previewLink({ ...open, now: () => new Date() }, wanted, hours(args))
  return { data, lines: [data.url] }
}

async function answerWithStates({ db }: ToolShop, items: readonly ContentItem[], what: string): Promise<Answer> {
  const data = (await listContent(db, new Date())).filter((each) =>
    items.some(({ kind, id, language }) => each.kind === kind && each.id === id && each.language === language),
  )
  const isHidden = (item: ContentItem): boolean =>
    data.some((each) => each.language === item.language && each.state === 'published' && !each.shown)
  return {
    data,
    lines: items.map(
      (item) =>
        `The ${item.kind} "${item.id}" in ${item.language} ` +
        `${what}${isHidden(item) ? ', but hidden: --shown shows it' : ''}.`,
    ),
  }
}
