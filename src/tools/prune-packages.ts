/**
 * `node src/tools/prune-packages.ts FOLDER` removes from FOLDER/node_modules what neither the built shop in FOLDER/dist
 * nor its commands use: packages of the build, types, source maps and manuals. For an image (Dockerfile); npm run build
 * does not work there any more.
 */
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Dependencies that the build reads alone: what of them runs is in dist, or is imported by it. */
const onlyForBuild = new RegExp(
  '^(?:astro|@astrojs/.+|react|react-dom|@react-email/.+|nanostores|@nanostores/.+|downshift|prosemirror-.+' +
    '|@simplewebauthn/browser)$',
)

/** Types, source maps and manuals; licences stay. */
const unread = '**/*.{d.ts,d.mts,d.cts,map,md,flow,markdown}'

type Package = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
/** The packages of package-lock.json by their folders, such as `node_modules/a/node_modules/b`; '' is the project. */
export type LockedPackages = Readonly<Record<string, Package>>

/** Returns the folders of the packages that the shop needs when it runs: its dependencies, and `imported` by dist. */
function neededFolders(locked: LockedPackages, imported: readonly string[]): Set<string> {
  const { dependencies, optionalDependencies } = locked[''] ?? {}
  const own = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !onlyForBuild.test(name))
  const needed = new Set<string>()
  const waiting = [...own, ...imported].flatMap((name) => folderOf(locked, '', name) ?? [])
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (needed.has(folder)) continue
    needed.add(folder)
    const { dependencies: all, optionalDependencies: optional, peerDependencies: peers } = locked[folder] ?? {}
    for (const name of Object.keys({ ...all, ...optional, ...peers }))
      if (!onlyForBuild.test(name)) waiting.push(...(folderOf(locked, folder, name) ?? []))
  }
  return needed
}

/** Finds a package as Node does: in the folder of the one that needs it, then further up. */
function folderOf(locked: LockedPackages, from: string, name: string): [string] | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (locked[folder]) return [folder]
    if (at === '') return undefined
  }
}

const imports = /(?:\bfrom|\bimport)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"']*)?["']/g

/** Returns the names of the packages that the programs in a folder import, and of texts that look like imports. */
function importedPackages(folder: string): string[] {
  const files = globSync('**/*.{js,mjs}', { cwd: folder })
  const named = files.flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(imports)])
  return [...new Set(named.map(([, name = '']) => name))]
}

/** Removes what is not needed; returns the folders of the packages that were removed. */
export function prunePackages(folder: string): string[] {
  const { packages }: { packages: LockedPackages } = JSON.parse(
    readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
  )
  const needed = neededFolders(packages, importedPackages(path.join(folder, 'dist/server')))
  const unneeded = Object.keys(packages).filter(
    (each) => each !== '' && !needed.has(each) && !holdsNeeded(each, needed),
  )
  for (const each of unneeded) rmSync(path.join(folder, each), { recursive: true, force: true })
  const modules = path.join(folder, 'node_modules')
  for (const file of globSync(unread, { cwd: modules }))
    rmSync(path.join(modules, file), { recursive: true, force: true })
  for (const name of readdirSync(modules).filter((each) => each.startsWith('node-')))
    for (const part of ['include', 'share']) rmSync(path.join(modules, name, part), { recursive: true, force: true })
  return unneeded
}

/** A package that another one has in its own folder goes only with that. */
function holdsNeeded(folder: string, needed: ReadonlySet<string>): boolean {
  return [...needed].some((each) => each.startsWith(`${folder}/`))
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) {
    console.error('Usage: node src/tools/prune-packages.ts FOLDER')
    process.exit(2)
  }
  console.log(`${prunePackages(path.resolve(folder)).length} packages were removed.`)
}
