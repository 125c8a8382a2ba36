import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { readCatalogue } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import { memoryFlags, shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { isConfirmation, look, orBroken, place, startCheckout, stockedProducts } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { SmallDisk } from './small-disk.ts'

const script = fileURLToPath(new URL('read-only-root.sh', import.meta.url))
const owner = '10001:10001'
/** Commands that read, and that write beside the database, which they may in /data and /tmp alone. */
const commands: readonly (readonly string[])[] = [
  ['settings', 'list'],
  ['export', 'products', '/tmp/own-products.xlsx'],
  ['export', 'products', '/data/own-products.csv'],
  ['import', '/data/own-products.csv'],
  ['imports', 'list'],
  ['backup'],
  ['backup', 'verify'],
]
/** Prints those of these folders that can be written. */
const folders = '/ /app /app/dist /app/src /app/node_modules /etc /usr /data /tmp'
const probe = `for folder in ${folders}; do (: >$folder/probe) && echo $folder; done`

/** The shop as its image runs: a root that cannot be written, /data and /tmp that can, a user without rights. */
export const readOnly: Campaign = {
  name: 'read-only',
  about: 'pages, orders, workers and commands with a read-only root, as in the image (as root on Linux)',
  run: async (ground) => {
    const { obstacle } = SmallDisk
    if (obstacle === undefined) return inReadOnlyRoot(ground)
    console.log(`The campaign "read-only" is skipped: ${obstacle}.`)
    return []
  },
}

async function inReadOnlyRoot(ground: Ground): Promise<Finding[]> {
  const data = await ground.newShop('SQLite')
  const [product] = await stockedProducts(data, 1_000, 1)
  const { productPaths } = await readCatalogue(data, 'en', 30)
  run(['chown', '-R', owner, data.folder])
  const command = within(data, ['node', ...memoryFlags, 'dist/server/entry.mjs'])
  const shop = await FaultShop.start({ ...data, command }, { SHOP_DATA: '/data', WORKERS: '2', LOG_LEVEL: 'info' })
  const findings: Finding[] = []
  try {
    using client = new Client(shop.origin, 4)
    findings.push(await judgePages(client, ['/en', '/sv', '/readyz', '/healthz', ...productPaths]))
    findings.push(await judgeOrder(client, product?.sku ?? ''))
    findings.push(judgeCommands(data))
  } finally {
    await shop.end('SIGTERM')
  }
  const refused = shop.log.split('\n').filter((line) => /EROFS|EACCES|EPERM|read-only/i.test(line))
  return [
    ...findings,
    count('read-only: exit code after SIGTERM', shop.exitCode ?? -1, { exactly: 0 }),
    count(
      'read-only: writes that were refused to the shop',
      refused.length,
      { exactly: 0 },
      { beside: refused.join(' ') },
    ),
    judgeProbe(data),
  ]
}

/** The command that runs another one in the read-only root. */
function within({ folder }: ShopData, command: readonly string[]): string[] {
  return ['unshare', '--mount', 'sh', script, projectRoot, folder, ...command]
}

function run([file = '', ...args]: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, text: `${stdout}${stderr}`, out: stdout }
}

async function judgePages(client: Client, paths: readonly string[]): Promise<Finding> {
  const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await orBroken(client.ask({ path }))) })))
  const failed = answers.filter(({ status }) => status !== 200)
  const beside = `of ${paths.length} ${failed.map(({ path, status }) => `${path} ${status}`).join(', ')}`.trim()
  return count('read-only: pages that failed', failed.length, { exactly: 0 }, { beside })
}

async function judgeOrder(client: Client, sku: string): Promise<Finding> {
  const checkout = await startCheckout(client, [{ sku, quantity: 1 }])
  const answer = await place(client, checkout, { seen: await look(client, checkout) })
  return count('read-only: orders confirmed', Number(isConfirmation(answer, checkout)), { exactly: 1 })
}

function judgeCommands(data: ShopData): Finding {
  const variables = { ...shopVariables(data), SHOP_DATA: '/data' }
  const failed = commands.flatMap((words) => {
    const { status, text } = run(within(data, ['node', 'src/tools/shop.ts', ...words]), variables)
    return status === 0 ? [] : [`${words.join(' ')} (${status}): ${text.trim().slice(-300)}`]
  })
  const beside = [`of ${commands.length}`, ...failed].join('; ')
  return count('read-only: commands that failed', failed.length, { exactly: 0 }, { beside })
}

/** What can be written in that root, which is /data and /tmp: otherwise the rest of the campaign proves nothing. */
function judgeProbe(data: ShopData): Finding {
  const open = run(within(data, ['sh', '-c', probe]))
    .out.split('\n')
    .filter(Boolean)
  const wrong = [...new Set(open).symmetricDifference(new Set(['/data', '/tmp']))]
  return count(
    'read-only: folders that could be written, or could not, against the rule',
    wrong.length,
    {
      exactly: 0,
    },
    { beside: `can be written: ${open.join(', ')}` },
  )
}
