import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'
import { endWithBench } from '../own-processes.ts'
import { copiedHeaders, type Peer, type PeerPage } from './peer.ts'

const program = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(
  (file) => spawnSync(file, ['-v'], { stdio: 'ignore' }).error === undefined,
)

export const hasNginx = program !== undefined

/** Starts nginx with its own configuration in `folder`, serving the pages from files. */
export async function startNginx(pages: readonly PeerPage[], workers: 1 | 'auto', folder: string): Promise<Peer> {
  if (program === undefined) throw new Error('There is no nginx on this machine.')
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  for (const page of pages) writeFileSync(path.join(folder, page.name), page.body)
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(pages, workers, folder, port))
  const child = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    { stdio: 'ignore' },
  )
  endWithBench(child, 'SIGTERM')
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200 && !(await isUp(origin)); tries += 1) await sleep(10)
  const dispose = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  return {
    name: workers === 1 ? 'nginx, one worker' : 'nginx, a worker per core',
    origin,
    [Symbol.asyncDispose]: dispose,
  }
}

async function isUp(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  )
}

function configuration(pages: readonly PeerPage[], workers: 1 | 'auto', folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp-${name};`,
  )
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes ${workers};
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=10m;
  server {
    listen 127.0.0.1:${port};
    ${pages.map((page) => location(page, folder)).join('\n    ')}
  }
}
`
}

function location(page: PeerPage, folder: string): string {
  const headers = copiedHeaders(page).map(([name, value]) => `add_header ${name} ${quoted(value)};`)
  const type = quoted(String(page.headers['content-type'] ?? 'text/html'))
  return (
    `location = /${page.name} { alias ${folder}/${page.name}; ` +
    `types {} default_type ${type}; ${headers.join(' ')} }`
  )
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
