import type { ListPage, ListRow } from '../../contracts/console/lists.ts'

const long =
  'Verkstaden för bärbara datorer och telefoner i Örnsköldsvik och Västernorrland, avdelningen för garantiärenden'

function row(at: number, name: string, tone: 'good' | 'warn' | 'signal' | 'plain'): ListRow {
  const number = String(100_000 + at)
  return {
    id: number,
    label: number,
    cells: {
      number: { text: number, address: '#', second: `buyer${at}@example.com` },
      name: { text: name },
      state: { text: tone, tone },
      total: { text: `${at * 1_234},50 kr` },
    },
  }
}

/** A list with these rows, as the styleguide shows it. */
export function sampleList(rows: number): ListPage {
  const tones = ['good', 'warn', 'signal', 'plain'] as const
  return {
    columns: [
      { name: 'number', label: 'Order', isSortable: true, isShown: true },
      { name: 'name', label: 'Buyer', isShown: true },
      { name: 'state', label: 'State', isShown: true },
      { name: 'total', label: 'Total', isSortable: true, isAmount: true, isShown: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: ['good'], label: 'State', value: '', labels: { good: 'Good' } },
      { name: 'from', kind: 'day', label: 'From', value: '', labels: {} },
    ],
    rows: Array.from({ length: rows }, (_, at) => row(at, at % 2 === 0 ? 'Åsa Lind' : long, tones[at % 4] ?? 'plain')),
    emptyText: 'Nothing matches. Take a filter away, or search for something else.',
    query: { search: '', filters: {}, sort: 'number', isDescending: true, columns: [], cursor: null },
    parameters: [],
    next: rows > 0 ? '#' : null,
    previous: null,
    count: rows,
    isMore: rows > 0,
    mostFound: null,
    presets: rows > 0 ? [{ name: 'good', query: 'state=good', isShown: true }] : [],
    views: rows > 0 ? [{ id: 'view', name: 'To pack', query: 'state=good' }] : [],
    mayExport: true,
    rowsOfFile: 100_000,
  }
}
