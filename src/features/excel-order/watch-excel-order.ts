/** The menu entry: its dialog is fetched when it is pressed, and where that fails the screen of the same name opens. */
export function watchExcelOrder(): void {
  document.addEventListener('click', ({ target }) => {
    const entry = target instanceof Element ? target.closest<HTMLElement>('[data-open-excel]') : null
    if (entry) void open(entry)
  })
}

async function open(entry: HTMLElement): Promise<void> {
  entry.ariaBusy = 'true'
  try {
    const { openExcelOrder } = await import('./open-excel-order.tsx')
    await openExcelOrder()
  } catch {
    location.assign(entry.dataset['openExcel'] ?? '')
  } finally {
    entry.ariaBusy = null
  }
}
