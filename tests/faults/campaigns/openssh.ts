import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PublicAddresses } from '../../../src/server/platform/public-addresses.ts'
import { downloadBySftp } from '../../../src/server/platform/sftp/download-by-sftp.ts'
import { projectRoot } from '../../../src/tools/run-program.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { shopVariables, type ShopData } from '../../bench/shop-process.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { OpenSshProcess } from './openssh-process.ts'

/** Feeds by SFTP from Debian's own server; the usual tests have one that speaks as the ssh2 package does. */
export const openssh: Campaign = {
  name: 'openssh',
  isUsual: false,
  about: 'feeds by SFTP from an OpenSSH server: keys, a large file; needs openssh-server',
  run: async (ground) => {
    await using server = await OpenSshProcess.start()
    return [...(await imports(server, await ground.newShop(ground.anyEngine))), ...(await largeFile(server))]
  },
}

const schedule = 'every 60 minutes'
const minutesAgo = 'touch -d "5 minutes ago"'
const profile = {
  name: 'acme',
  match: ['acme*.csv'],
  update: { sku: 'article' },
  price: { column: 'price', currency: 'SEK', vat: 'inc' },
}

/** Each kind of host key that is pinned, and each kind of private key, by the commands of the operator. */
async function imports(server: OpenSshProcess, data: ShopData): Promise<Finding[]> {
  const feed = path.join(server.folder, 'acme.csv')
  const { sku } = await withDatabase(data, (db) =>
    db.selectFrom('products').select('sku').orderBy('sku').executeTakeFirstOrThrow(),
  )
  const profiles = path.join(data.folder, 'profiles')
  mkdirSync(profiles, { recursive: true })
  writeFileSync(path.join(profiles, 'acme.json'), JSON.stringify(profile))
  writeFileSync(feed, `article,price\n${sku},123\n`)
  settle(feed)
  const from = server.origin + pathToFileURL(feed).pathname
  const ways = (['ed25519', 'ecdsa', 'rsa'] as const).flatMap((host) =>
    (['ed25519', 'rsa'] as const).map((key) => ({ hostKey: server.fingerprint(host), key })),
  )
  const wrongKey = { hostKey: `SHA256:${'A'.repeat(43)}`, key: 'ed25519' } as const
  const good = ways.filter(({ hostKey, key }) =>
    runOnce(server, data, { from, hostKey, key }).includes('acme: 0 created'),
  )
  const said = runOnce(server, data, { from, ...wrongKey })
  const shown = ['ed25519', 'ecdsa', 'rsa'] as const
  return [
    count('openssh: pairs of host key and private key that fetched the feed', good.length, { exactly: ways.length }),
    count(
      'openssh: another host key was fetched from',
      said.includes('and not') && shown.some((kind) => said.includes(server.fingerprint(kind))) ? 0 : 1,
      { exactly: 0 },
    ),
  ]
}

type Way = { from: string; hostKey: string; key: 'ed25519' | 'rsa' }

function runOnce(server: OpenSshProcess, data: ShopData, { from, hostKey, key }: Way): string {
  const source = { from, hostKey, user: server.user, secret: 'FEED_KEY', private: true, schedule }
  const env = { ...process.env, ...shopVariables(data), FEED_KEY: server.privateKey(key) }
  const shop = (...args: string[]): string => {
    const program = path.join(projectRoot, 'src/tools/shop.ts')
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: data.folder,
      env,
      encoding: 'utf8',
    })
    return stdout + stderr
  }
  shop('settings', 'set', 'sources.feeds.acme', JSON.stringify(source))
  return shop('sources', 'run', 'acme')
}

function settle(file: string): void {
  spawnSync('sh', ['-c', `${minutesAgo} "$1"`, 'sh', file])
}

const largeBytes = 200 * 1024 * 1024
const max = 2048 * 1024 * 1024

/** A file of 200 MB, whose content must be the same. */
async function largeFile(server: OpenSshProcess): Promise<Finding[]> {
  const remote = path.join(server.folder, 'large.bin')
  const content = Buffer.concat(Array.from({ length: 200 }, () => randomBytes(largeBytes / 200)))
  writeFileSync(remote, content)
  settle(remote)
  const file = path.join(server.folder, 'fetched.bin')
  const login = { user: server.user, secret: server.privateKey('ed25519'), hostKey: server.fingerprint('ed25519') }
  const began = performance.now()
  const found = await downloadBySftp(server.origin + pathToFileURL(remote).pathname, file, login, {
    addresses: new PublicAddresses({ refused: '' }),
    limits: { bytes: max, timeoutMs: 600_000 },
    stop: new AbortController().signal,
  })
  const seconds = (performance.now() - began) / 1000
  const isSame = found === 'whole' && hashOf(readFileSync(file)) === hashOf(content)
  return [
    count('openssh: a file of 200 MB that came with other content', isSame ? 0 : 1, { exactly: 0 }),
    timing('openssh: download of 200 MB', Number((largeBytes / 1024 / 1024 / seconds).toFixed(1)), 'MB/s'),
  ]
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
