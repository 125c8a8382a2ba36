import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv as parseFile } from 'node:util'
import { expect, test } from 'vitest'
import { href } from '../../src/routes.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { projectRoot } from '../../src/tools/run-program.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const recipe = (name: string): string => read(`docs/operations/recipes/${name}`)

/** Every variable that .env.example describes, and what Node and the C library read. */
const known = new Set([
  ...[...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name),
  ...[...read('.env.example').matchAll(/[A-Z_]+_FILE/g)].map(([name]) => name),
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'PATH',
])

const systemd = recipe('shop.service')

test('the recipes name variables that there are, and values that the shop takes', () => {
  const names = [
    ...Object.keys(parseFile(recipe('shop.env'))),
    ...[...systemd.matchAll(/^#?Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name),
    ...[...read('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)].map(([, name = '']) => name),
    ...[...recipe('compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('POSTGRES_')),
  ]
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  const env = parseEnv({ ...parseFile(recipe('shop.env')), NODE_ENV: 'production' })
  expect(env).toMatchObject({ isProduction: true, TRUST_PROXY_HOPS: 1, SHOP_DATA: '/var/lib/shop' })
})

test('the unit waits for the drain, does not run as root, and is accepted by systemd where that is installed', () => {
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(systemd)?.[1] ?? ''
  expect(value('User')).toBe('shop')
  const drain = Number(parseFile(recipe('shop.env'))['DRAIN_SECONDS'])
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(drain + 20)
  expect(value('ExecStart')).toMatch(/ dist\/server\/entry\.mjs$/)
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-unit-'))
  const file = path.join(folder, 'shop.service')
  // The program, the user and the folder of a machine with the shop.
  writeFileSync(file, systemd.replaceAll(/^(?:User|Group)=.*\n/gm, '').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'))
  const { error, stderr, status } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(error === undefined ? { status, stderr } : Reflect.get(error, 'code')).toEqual(
    error === undefined ? { status: 0, stderr: '' } : 'ENOENT',
  )
})

test('the image copies files that there are and that its list lets through, and does not run as root', () => {
  const text = read('Dockerfile')
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  const passed = new Set([...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name))
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
  const isPassed = (file: string): boolean => passed.has(file) || passed.has(file.split('/', 1)[0] ?? '')
  expect(copied.map((file) => file.replace('./', '')).filter((file) => !isPassed(file))).toEqual([])
  const stages = text.split(/^FROM /m).slice(1)
  expect(stages.at(-1)).toMatch(/^USER 10001:10001$/m)
  expect(stages.at(-1)).toContain('/healthz')
  expect(recipe('compose.yaml')).toContain(`image: shop:${JSON.parse(read('package.json')).version}`)
  expect(recipe('compose.yaml')).toContain('read_only: true')
})

test('the unit and the image start the program with the flags that npm start gives it', () => {
  const flags = JSON.parse(read('src/tools/memory-flags.json')) as string[]
  expect(flags.length).toBeGreaterThan(0)
  expect(/^ExecStart=\S+ (.*)$/m.exec(systemd)?.[1]?.split(' ')).toEqual([...flags, 'dist/server/entry.mjs'])
  const command = /^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]'
  expect(JSON.parse(command)).toEqual(['node', ...flags, 'dist/server/entry.mjs'])
})

test('the script of the rolling restart is a program, and its shell accepts it', () => {
  const file = path.join(projectRoot, 'docs/operations/recipes/rolling-restart.sh')
  expect(statSync(file).mode & 0o111).not.toBe(0)
  expect(spawnSync('sh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

/** Runs the script with a fake curl, for which the nodes at these ports are ready; returns what it did. */
function roll(nodes: string, ready: readonly number[]): { status: number | null; steps: string[]; left: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-roll-'))
  const [file, curl] = [path.join(folder, 'nodes.conf'), path.join(folder, 'curl')]
  writeFileSync(file, nodes)
  // In production a node answers 421 to a Host that is no name of the shop.
  const asked = `--http1.0 -H Host: .*:(${ready.join('|') || 'none'})/readyz$`
  writeFileSync(curl, `#!/bin/sh\necho "$*" | grep -qE -- '${asked}'\n`, { mode: 0o755 })
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    NODES: file,
    RELOAD: `printf 'reload ' && tr '\\n' ' ' <${file} && echo`,
    RESTART: 'echo restart %PORT',
    QUIET: '0',
    WAIT: '0',
  }
  const script = path.join(projectRoot, 'docs/operations/recipes/rolling-restart.sh')
  const { status, stdout } = spawnSync('sh', [script], { env, encoding: 'utf8' })
  const left = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return { status, left, steps: stdout.split('\n').filter((line) => /^re(?:load|start) /.test(line)) }
}

test('the rolling restart takes one node out at a time, and never the last one that is ready', () => {
  const nodes = 'server a:1 max_fails=1;\nserver a:2;\n'
  expect(roll(nodes, [1, 2])).toEqual({
    status: 0,
    left: nodes,
    steps: [
      'reload server a:1 max_fails=1 down; server a:2; ',
      'restart 1',
      'reload server a:1 max_fails=1; server a:2; ',
      'reload server a:1 max_fails=1; server a:2 down; ',
      'restart 2',
      'reload server a:1 max_fails=1; server a:2; ',
    ],
  })
  const failed = roll(nodes, [1])
  expect(failed).toMatchObject({ status: 1, left: 'server a:1 max_fails=1;\nserver a:2 down;\n' })
  const again = roll(failed.left, [1])
  expect(again).toMatchObject({ status: 1, left: failed.left })
  expect(again.steps.filter((step) => step.startsWith('restart'))).toEqual(['restart 2'])
  expect(roll('# none\n', []).status).toBe(1)
})

test('the rolling restart of the recipe takes out every line of a node, and restarts it once', () => {
  const { status, steps, left } = roll(recipe('shop-nodes.conf'), [4321])
  expect([status, left]).toEqual([0, recipe('shop-nodes.conf')])
  expect(steps.filter((step) => step.startsWith('restart'))).toEqual(['restart 4321', 'restart 4321'])
  const down = steps.map((step) => [...step.matchAll(/server (\S+)[^;]* down;/g)].map(([, node]) => node))
  const [one, two] = ['10.0.0.11:4321', '10.0.0.12:4321']
  expect(down).toEqual([[one, one], [], [], [two, two], [], []])
})

test('nginx and HAProxy send again only what the shop carries out once', () => {
  const location = /location ~ (\S+) \{\s+proxy_next_upstream error timeout non_idempotent;/
  const nginx = new RegExp(location.exec(recipe('nginx-two-nodes.conf'))?.[1] ?? 'none')
  const haproxy = recipe('haproxy-two-nodes.cfg')
  const exact = new Set(/acl is_once path (.*)$/m.exec(haproxy)?.[1]?.split(' '))
  const patterns = [...haproxy.matchAll(/acl is_once path_reg (.*)$/gm)].map(([, pattern = '']) => new RegExp(pattern))
  const isOnce = (path: string): boolean[] => [
    nginx.test(path),
    exact.has(path) || patterns.some((pattern) => pattern.test(path)),
  ]
  const id = '01977c1a-0000-7000-8000-000000000000'
  for (const path of ['/api/sync-cart', '/api/checkout', '/api/v1/orders', href('sv', 'checkout-id', { id })])
    expect([path, ...isOnce(path)]).toEqual([path, true, true])
  for (const path of ['/console/orders', '/sv', href('en', 'login'), '/api/notify-me', '/api/v1', '/sv/checkout'])
    expect([path, ...isOnce(path)]).toEqual([path, false, false])
})

test('the recipes let certbot prove the name on port 80, and lead everything else to https', () => {
  for (const name of ['nginx-one-machine.conf', 'nginx-two-nodes.conf'])
    expect(recipe(name)).toMatch(
      /location \^~ \/\.well-known\/acme-challenge\/ \{\s+root \/var\/www\/acme;\s+\}\s+location \/ \{\s+return 301/,
    )
  const haproxy = recipe('haproxy-two-nodes.cfg')
  expect(haproxy).toContain('acl is_challenge path_beg /.well-known/acme-challenge/\n')
  expect(haproxy).toContain('redirect scheme https code 301 unless is_challenge\n    default_backend certbot\n')
  const port = /backend certbot\n\s+server certbot 127\.0\.0\.1:(\d+)/.exec(haproxy)?.[1] ?? 'none'
  expect(read('docs/operations/two-nodes.md')).toContain(`--http-01-address 127.0.0.1 --http-01-port ${port} `)
})

test('both recipes of nginx forward the name and the address, and let the files of suppliers through', () => {
  for (const name of ['nginx-one-machine.conf', 'nginx-two-nodes.conf']) {
    const text = recipe(name)
    expect(text).toMatch(/proxy_set_header Host \$host;/)
    expect(text).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
    expect(text).toMatch(/location \/console\/imports \{\s+client_max_body_size 51m;/)
  }
})

test('the logs of the balancers have no query, no Referer and no secret of a path', () => {
  const secret = 'AbCdefghijklmnopqrstuvwx12345678'
  const addresses = [
    [`/sv/kassa/${secret}?x=1`, '/sv/kassa/[secret]'],
    [`/sv/prenumeration/${secret}/`, '/sv/prenumeration/[secret]/'],
    [`/sv/kassa/bekraftelse/${secret}?a=/x`, '/sv/kassa/bekraftelse/[secret]'],
    [`/sv/login?token=${secret}`, '/sv/login'],
    ['/sv/produkt/abcdefghijklmnopqrstuvwxyzabcdef', '/sv/produkt/abcdefghijklmnopqrstuvwxyzabcdef'],
  ] as const
  for (const name of ['nginx-one-machine.conf', 'nginx-two-nodes.conf']) {
    const text = recipe(name)
    expect(text.match(/access_log .*/g)).toEqual(Array(2).fill('access_log /var/log/nginx/shop.log shop;'))
    const [map = '', format = ''] = [/map \$request_uri .*?\n\}/s.exec(text)?.[0], /log_format[^;]*;/.exec(text)?.[0]]
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b/)
    const [struck, plain] = [...map.matchAll(/"~(.*?)" /g)].map(([, pattern = '']) => new RegExp(pattern))
    const logged = (target: string) => {
      const parts = struck?.exec(target)?.groups
      return parts ? `${parts['before']}[secret]${parts['after']}` : plain?.exec(target)?.groups?.['plain']
    }
    expect(addresses.map(([target]) => logged(target))).toEqual(addresses.map(([, written]) => written))
  }
  const haproxy = recipe('haproxy-two-nodes.cfg')
  expect(haproxy).not.toMatch(/^ *option httplog/m)
  expect(/log-format "(.*)"/.exec(haproxy)?.[1]).not.toMatch(/%r\b|%\{[^}]*\}r\b|%HU|%HQ/)
  for (const [, pattern = ''] of haproxy.matchAll(/regsub\("(.*?)","\[secret\]"\)/g))
    for (const [target, written] of addresses)
      expect(target.replace(/\?.*/, '').replace(new RegExp(pattern), '[secret]')).toBe(written)
})
