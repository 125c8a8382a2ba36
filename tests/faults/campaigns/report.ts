import { shortNumber } from '../../bench/figure.ts'
import type { Setting } from '../../bench/machine.ts'
import { holds, type Finding, type FindingBar } from './campaign.ts'

export type CampaignResult = { campaign: string; seconds: number; findings: Finding[]; failure: string | null }

/** All campaigns in one table, with the machine and source. */
export function printReport(
  { cores, processor, memory_gb: memory, system, node, commit, load }: Setting,
  scale: number,
  postgres: string | undefined,
  results: readonly CampaignResult[],
): void {
  const findings = results.flatMap((result) => result.findings)
  console.log(
    `\n${cores} cores of ${processor}, ${memory} GB, ${system}, Node ${node}, ` +
      `SQLite ${process.versions['sqlite'] ?? ''}${postgres ? `, ${postgres}` : ''}, commit ${commit}`,
  )
  console.log(`Load ${load.toFixed(1)} before the start${scale === 1 ? '' : `; SHORT RUN, sizes x ${scale}`}\n`)
  for (const line of table(findings)) console.log(line)
  for (const { campaign, failure } of results)
    if (failure !== null) console.log(`${campaign} could not be finished: ${failure}`)
  const judged = findings.filter(({ bar }) => bar !== null)
  const missed = judged.filter((each) => holds(each) === false)
  const names = missed.map(({ what, engine }) => `${what}${engine ? ` (${engine})` : ''}`)
  console.log(
    `\n${judged.length - missed.length} of ${judged.length} bars met` +
      `${missed.length > 0 ? `; missed: ${names.join(', ')}` : ''}.`,
  )
}

export function printResult({ campaign, seconds, findings, failure }: CampaignResult): void {
  console.log(`\n${campaign} (${seconds.toFixed(0)} s)`)
  for (const line of table(findings)) console.log(`  ${line}`)
  if (failure !== null) console.log(`  could not be finished: ${failure}`)
}

/** Whether the run fails: a count outside its limit, or an incomplete campaign. */
export function hasFailed({ findings, failure }: CampaignResult): boolean {
  return failure !== null || findings.some((each) => each.kind === 'count' && holds(each) === false)
}

function table(findings: readonly Finding[]): string[] {
  const rows = findings.map((each) => [
    each.what,
    each.engine,
    `${shortNumber(each.value)}${each.unit && ` ${each.unit}`}`,
    barText(each.bar),
    verdict(each),
    each.beside,
  ])
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function verdict(each: Finding): string {
  const met = holds(each)
  return met === undefined ? '' : met ? 'met' : 'NOT MET'
}

function barText(bar: FindingBar | null): string {
  if (bar === null) return ''
  if ('exactly' in bar) return `= ${shortNumber(bar.exactly)}`
  return 'atLeast' in bar ? `≥ ${shortNumber(bar.atLeast)}` : `≤ ${shortNumber(bar.atMost)}`
}
