import type { ContentSummary } from '../../../server/content/list-content.ts'

const headings = ['KIND', 'ID', 'LANG', 'STATE', 'SHOWN', 'CHANGED', 'WHERE']

/** Formats a table with one line per row. */
export function tableOf(rows: readonly ContentSummary[]): string[] {
  const cells = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cellsOf({
  kind,
  id,
  language,
  state,
  publish_at: publishAt,
  updated_at: updatedAt,
  path,
  shown,
}: ContentSummary): string[] {
  const waits = publishAt === null ? state : `from ${minute(publishAt)}`
  return [kind, id, language, waits, shown ? 'yes' : 'no', minute(updatedAt), path ?? '']
}

/** A moment in UTC, in the format that the options accept. */
function minute(at: string): string {
  return `${at.slice(0, 16)}Z`
}
