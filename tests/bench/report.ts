import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMet, shortNumber, type Bar, type Figure } from './figure.ts'
import type { Setting } from './machine.ts'

/** The results of one part; `failure` says why it could not measure. */
export type PartResult = { part: string; seconds: number; figures: Figure[]; failure: string | null }

const quiet = 0.5

export function printSetting(
  { cores, processor, memory_gb: memory, system, node, commit, load }: Setting,
  generator: string,
): void {
  console.log(
    `${cores} cores of ${processor}, ${memory} GB, ${system}, Node ${node}, ` +
      `commit ${commit}, requests from ${generator}`,
  )
  console.log(
    load > quiet
      ? `THE MACHINE IS BUSY (load ${load.toFixed(1)} before the start): ` +
          `times and speeds below are worse than it can do.\n`
      : '',
  )
}

export function printResult({ part, seconds, figures, failure }: PartResult): void {
  console.log(`${part} (${seconds.toFixed(0)} s)`)
  for (const line of table(figures)) console.log(`  ${line}`)
  if (failure !== null) console.log(`  could not be measured: ${failure}`)
  console.log('')
}

export function printSummary(results: readonly PartResult[]): void {
  const judged = results.flatMap(({ figures }) => figures).filter(({ bar }) => bar !== null)
  const missed = judged.filter((each) => isMet(each) === false)
  console.log(`${judged.length - missed.length} of ${judged.length} bars met${missed.length > 0 ? '; missed:' : '.'}`)
  for (const { what, value, unit, bar } of missed)
    console.log(`  ${what}: ${shortNumber(value)} ${unit}, bar ${barText(bar)}`)
}

/** Writes everything as JSON; @returns the file. */
export function writeResults(
  folder: string,
  setting: Setting,
  generator: string,
  results: readonly PartResult[],
): string {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `bench-${setting.started_at.replaceAll(':', '-').slice(0, 19)}.json`)
  const parts = results.map(({ figures, ...part }) => ({
    ...part,
    figures: figures.map((each) => ({ ...each, met: isMet(each) ?? null })),
  }))
  writeFileSync(file, `${JSON.stringify({ setting, generator, parts }, null, 2)}\n`)
  return file
}

function table(figures: readonly Figure[]): string[] {
  const rows = figures.map((each) => [
    each.what,
    `${shortNumber(each.value)} ${each.unit}`,
    barText(each.bar),
    verdict(each),
    each.beside,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function verdict(each: Figure): string {
  const met = isMet(each)
  if (met === undefined) return ''
  return met ? 'met' : 'NOT MET'
}

function barText(bar: Bar | null): string {
  if (bar === null) return ''
  return 'atLeast' in bar ? `≥ ${shortNumber(bar.atLeast)}` : `≤ ${shortNumber(bar.atMost)}`
}
