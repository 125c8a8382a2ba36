/** Shows the buttons that tick all boxes of their group, or none; without script each box is ticked by itself. */
export function tickAll(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-tick-all]')) {
    bar.hidden = false
    bar.addEventListener('click', ({ target }) => {
      const asked = target instanceof HTMLElement ? target.dataset['tick'] : undefined
      if (asked === undefined) return
      for (const box of bar.closest('[role="group"]')?.querySelectorAll<HTMLInputElement>('[type="checkbox"]') ?? [])
        box.checked = asked === 'all'
    })
  }
}
