import { isBootError } from '../server/platform/boot-error.ts'
import { print, printError } from './print.ts'

/** `npm run shop -- <command>`: the operator's commands. Each is a file of its own. */
type Command = { help: string; load: () => Promise<{ run: (args: string[]) => Promise<number> }> }

const commands: Record<string, Command> = {
  migrate: { help: 'migrates the database to the newest schema', load: () => import('./migrate.ts') },
  version: { help: 'the version of the shop and of its database', load: () => import('./version.ts') },
  backup: { help: 'makes, lists and checks backups of database and files', load: () => import('./commands/backup.ts') },
  restore: { help: 'puts a backup in place of the shop', load: () => import('./commands/restore.ts') },
  'move-to-postgresql': {
    help: 'moves the shop into an empty PostgreSQL',
    load: () => import('./commands/move-to-postgresql.ts'),
  },
  'move-to-sqlite': {
    help: 'moves a small shop from PostgreSQL into a file',
    load: () => import('./commands/move-to-sqlite.ts'),
  },
  doctor: {
    help: 'checks settings, database and files',
    load: () => import('./doctor.ts'),
  },
  init: {
    help: 'makes a real shop: company, brand, and drafts of its texts',
    load: () => import('./commands/init.ts'),
  },
  seed: { help: 'fills an empty shop with the demo', load: () => import('./seed.ts') },
  content: {
    help: 'lists, writes, publishes and previews widgets and content pages',
    load: () => import('./commands/content.ts'),
  },
  order: {
    help: 'packs, ships, cancels and refunds orders, and receives returns',
    load: () => import('./commands/order.ts'),
  },
  payment: { help: 'settles payments and refunds that need review', load: () => import('./commands/payment.ts') },
  payout: {
    help: 'imports and shows what the card provider paid out',
    load: () => import('./commands/payout.ts'),
  },
  'price-list': {
    help: 'makes, fills and ends lists of agreed prices',
    load: () => import('./commands/price-list.ts'),
  },
  coupon: { help: 'lists, creates and ends coupons', load: () => import('./commands/coupon.ts') },
  'gift-card': { help: 'lists, shows and creates gift cards', load: () => import('./commands/gift-card.ts') },
  subscription: { help: 'lists and changes subscriptions', load: () => import('./commands/subscription.ts') },
  category: { help: 'sets the link target of a category', load: () => import('./commands/category.ts') },
  product: { help: 'sets the decoration of a product card', load: () => import('./commands/product.ts') },
  search: { help: 'searches that found nothing', load: () => import('./commands/search.ts') },
  settings: {
    help: 'company, brand, storefront variants and mail addresses',
    load: () => import('./commands/settings.ts'),
  },
  synonym: { help: 'what else the search looks for', load: () => import('./commands/synonym.ts') },
  deal: { help: 'lists, creates and ends deals', load: () => import('./commands/deal.ts') },
  quote: { help: 'answers requests for quotes', load: () => import('./commands/quote.ts') },
  rates: {
    help: 'exchange rates, by hand or from the European Central Bank',
    load: () => import('./commands/rates.ts'),
  },
  request: { help: 'answers requests for parts', load: () => import('./commands/request.ts') },
  organization: {
    help: 'credit, discounts and paid invoices of organizations',
    load: () => import('./commands/organization.ts'),
  },
  purge: { help: 'drops cached pages, here and in the cache in front', load: () => import('./commands/purge.ts') },
  retention: { help: 'shows retention periods and deletes older data', load: () => import('./commands/retention.ts') },
  numbers: { help: 'where the numbers of orders and invoices go on', load: () => import('./commands/numbers.ts') },
  staff: { help: 'who works in the console: invite, reset, shut out', load: () => import('./commands/staff.ts') },
  vat: { help: 'VAT rates by country and day', load: () => import('./commands/vat.ts') },
  user: { help: 'creates and changes customer accounts', load: () => import('./commands/user.ts') },
  import: { help: 'imports product feeds (.csv, .xlsx, .json)', load: () => import('./import.ts') },
  webhooks: {
    help: 'endpoints of other systems that are told of events',
    load: () => import('./commands/webhooks.ts'),
  },
  'api-keys': {
    help: 'keys with which other systems use the API',
    load: () => import('./commands/api-keys.ts'),
  },
  definitions: {
    help: 'adds categories, attributes, brands and more of another shop',
    load: () => import('./commands/definitions.ts'),
  },
  sources: { help: 'feeds that the shop fetches by itself', load: () => import('./commands/sources.ts') },
  feeds: { help: 'files for Google Merchant Center and comparison sites', load: () => import('./commands/feeds.ts') },
  export: { help: 'writes products, orders or customers into a table', load: () => import('./commands/export.ts') },
  markups: { help: 'computes prices from costs by the mark-up rules', load: () => import('./commands/markups.ts') },
  suppliers: {
    help: 'shows what suppliers ask and have, and removes one',
    load: () => import('./commands/suppliers.ts'),
  },
  imports: { help: 'lists imports of products and takes them back', load: () => import('./commands/imports.ts') },
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, command]) => `  ${name.padEnd(width)}  ${command.help}`)
  return [
    'Usage: npm run shop -- <command> [options]',
    '',
    ...lines,
    '',
    'npm run shop -- <command> --help describes a command.',
  ].join('\n')
}

async function shop([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(help())
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    printError(`There is no command "${name}". The commands are ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  const { run } = await command.load()
  return run(args)
}

/** Prints a message when the database cannot be opened. */
async function shopOrSentence(args: string[]): Promise<number> {
  try {
    return await shop(args)
  } catch (error) {
    if (!isBootError(error)) throw error
    printError(error.message)
    return 1
  }
}

export const exitCode = await shopOrSentence(process.argv.slice(2))
process.exitCode = exitCode
