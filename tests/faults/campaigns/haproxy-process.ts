import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { endBalancer, makeCertificate, recipe, spawnBalancer, type Balancer } from './balancer.ts'

/** HAProxy with a recipe of docs/operations/recipes on free ports of the loopback address, with its own certificate. */
export class HaproxyProcess implements Balancer {
  readonly folder: string
  readonly port: number
  readonly #child: ChildProcess
  #log = ''

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
    const keep = (text: string) => {
      this.#log += text
    }
    const args = ['-db', '-f', path.join(folder, 'haproxy.cfg')]
    this.#child = spawnBalancer('haproxy', args, { debian: 'haproxy', keep })
  }

  /** `replaced`: what stands in the recipe beside its ports and its certificate, and what stands there in this run. */
  static async start(name: string, replaced: Readonly<Record<string, string>>): Promise<HaproxyProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'delverk-haproxy-'))
    const [http, https] = [await freePort(), await freePort()]
    makeCertificate(folder)
    const both = ['shop.crt', 'shop.key'].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('')
    writeFileSync(path.join(folder, 'shop.pem'), both, { mode: 0o600 })
    const here = {
      'bind :80\n': `bind 127.0.0.1:${http}\n`,
      'bind :443 ': `bind 127.0.0.1:${https} `,
      '/etc/haproxy/shop.pem': path.join(folder, 'shop.pem'),
      'log /dev/log local0': 'log stderr format raw local0',
      ...replaced,
    }
    const text = Object.entries(here).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      readFileSync(recipe(name), 'utf8').replaceAll(/^.*bind \[::\].*\n/gm, ''),
    )
    writeFileSync(path.join(folder, 'haproxy.cfg'), text)
    return new HaproxyProcess(folder, https)
  }

  get log(): string {
    return this.#log
  }

  [Symbol.asyncDispose](): Promise<void> {
    return endBalancer(this.#child, this)
  }
}
