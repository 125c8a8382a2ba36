import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { endBalancer, makeCertificate, recipe, spawnBalancer, type Balancer } from './balancer.ts'

/** A shop in production, with what the demo needs to be allowed there. */
export const inProduction: Readonly<Record<string, string>> = {
  ORIGIN: 'https://shop.example',
  TRUST_PROXY_HOPS: '1',
  SANDBOX_PAYMENTS: '1',
  VAT_CHECK: 'syntax',
  ALLOW_DEMO_ACCOUNTS: '1',
  ALLOW_DEMO_COMPANY: '1',
  ALLOW_SANDBOX_PAYMENTS: '1',
  ALLOW_SYNTAX_VAT_CHECK: '1',
  ALLOW_MAIL_FILES: '1',
}

/** nginx with a recipe of docs/operations/recipes on free ports of the loopback address, with its own certificate. */
export class NginxProcess implements Balancer {
  readonly folder: string
  readonly httpPort: number
  readonly port: number
  readonly #child: ChildProcess
  #log = ''

  private constructor(folder: string, ports: { http: number; https: number }) {
    this.folder = folder
    this.httpPort = ports.http
    this.port = ports.https
    const keep = (text: string) => {
      this.#log += text
    }
    this.#child = spawnBalancer('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
      debian: 'nginx-light',
      keep,
    })
  }

  get log(): string {
    return this.#log
  }

  /**
   * `replaced`: what stands in the recipe beside its ports and its certificate, and what stands there in this run;
   * `files`: further files beside it.
   */
  static async start(
    name: string,
    replaced: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>> = {},
  ): Promise<NginxProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'delverk-nginx-'))
    const ports = { http: await freePort(), https: await freePort() }
    makeCertificate(folder)
    const here = {
      'listen 80 ': `listen 127.0.0.1:${ports.http} `,
      'listen 443 ': `listen 127.0.0.1:${ports.https} `,
      '/etc/letsencrypt/live/shop.example/fullchain.pem': path.join(folder, 'shop.crt'),
      '/etc/letsencrypt/live/shop.example/privkey.pem': path.join(folder, 'shop.key'),
      '/var/log/nginx/': `${folder}/`,
      ...replaced,
    }
    const text = Object.entries(here).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      readFileSync(recipe(name), 'utf8').replaceAll(/^.*listen \[::\].*\n/gm, ''),
    )
    for (const [file, content] of Object.entries({ ...files, 'shop.conf': text }))
      writeFileSync(path.join(folder, file), content)
    writeFileSync(path.join(folder, 'nginx.conf'), mainFile(folder))
    return new NginxProcess(folder, ports)
  }

  /** The command that makes it read its files again. */
  get reload(): string {
    return `nginx -t -q -p ${this.folder} -c nginx.conf && kill -HUP ${this.#child.pid}`
  }

  [Symbol.asyncDispose](): Promise<void> {
    return endBalancer(this.#child, this)
  }
}

/** What Debian's nginx.conf has around the files of conf.d, without what needs root. */
function mainFile(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(path.join(folder, name))
    return `${name}_temp_path ${path.join(folder, name)};`
  })
  return `daemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 2;\npid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; ${temporary.join(' ')}
  include shop.conf;
}\n`
}
