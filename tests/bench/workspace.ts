import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from '../../src/server/platform/env.ts'
import { projectRoot } from '../../src/tools/run-program.ts'
import { seedIfEmpty } from '../../src/tools/seed.ts'
import { whenBenchEnds } from './own-processes.ts'
import { shopVariables, type ShopData } from './shop-process.ts'

/**
 * Ignored by git, and on the project's disk: a temporary folder may be in memory, where durable writes cost nothing.
 */
export const benchFolder = path.join(projectRoot, '.cache', 'bench')

/** The bench's own folder for data, removed when the bench ends. */
export class Workspace {
  readonly #folder: string
  #demo: Promise<string> | undefined

  constructor() {
    mkdirSync(benchFolder, { recursive: true })
    this.#folder = mkdtempSync(path.join(benchFolder, 'run-'))
    whenBenchEnds(() => rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 }))
    cpSync(path.join(projectRoot, 'dist'), path.join(this.#folder, 'dist'), { recursive: true })
    // What the shop runs as processes and threads of their own stands beside the build.
    symlinkSync(path.join(projectRoot, 'src'), path.join(this.#folder, 'src'), 'junction')
  }

  /** A shop without data, running a copy of the build, so that a later build does not affect the measurements. */
  newShop(name: string): ShopData {
    return { program: path.join(this.#folder, 'dist/server/entry.mjs'), folder: this.newFolder(name) }
  }

  /** A new empty folder. */
  newFolder(name: string): string {
    return mkdtempSync(path.join(this.#folder, `${name}-`))
  }

  /** The demo shop, seeded once per run and copied. */
  async newDemo(): Promise<ShopData> {
    this.#demo ??= this.#seed()
    const [template, shop] = [await this.#demo, this.newShop('demo')]
    cpSync(path.join(template, 'shop.db'), path.join(shop.folder, 'shop.db'))
    linkPictures(shop.folder)
    return shop
  }

  /** The demo shop in this empty database of PostgreSQL. */
  async newDemoOn(databaseUrl: string): Promise<ShopData> {
    const data = { ...this.newShop('demo'), databaseUrl }
    linkPictures(data.folder)
    await seedIfEmpty(parseEnv(shopVariables(data)), () => undefined)
    return data
  }

  /** Pictures are named by their content, so those of earlier runs are reused. */
  async #seed(): Promise<string> {
    const folder = this.newFolder('template')
    linkPictures(folder)
    const started = performance.now()
    await seedIfEmpty(parseEnv(shopVariables({ folder })), () => undefined)
    console.log(`Seeded the demo shop in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`)
    return folder
  }
}

function linkPictures(folder: string): void {
  const pictures = path.join(benchFolder, 'pictures')
  mkdirSync(pictures, { recursive: true })
  symlinkSync(pictures, path.join(folder, 'pictures'), 'junction')
}
