/** One page of a list; page numbers begin at 1. */
export type Pagination = { page: number; size: number; total: number; pages: number }

export function pageOf(page: number, size: number, total: number): Pagination {
  return { page, size, total, pages: Math.max(1, Math.ceil(total / size)) }
}

/** The page numbers to link to: first, last and the neighbours of the current page; 0 stands for a gap. */
export function pageLinks({ page, pages }: Pagination): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const unique = [...new Set(wanted)].sort((a, b) => a - b)
  return unique.flatMap((number, at) => {
    const before = unique[at - 1]
    if (before === undefined || number === before + 1) return [number]
    return number === before + 2 ? [before + 1, number] : [0, number]
  })
}
