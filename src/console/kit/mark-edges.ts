/** Says at each frame of a wide table (`data-edges`) at which of its edges there is more: `data-more="start end"`. */
for (const frame of document.querySelectorAll<HTMLElement>('[data-edges]')) {
  const scroller = frame.firstElementChild
  if (!scroller) continue
  const mark = () => {
    const from = Math.abs(scroller.scrollLeft)
    const left = scroller.scrollWidth - scroller.clientWidth - from
    frame.dataset.more = [from > 1 && 'start', left > 1 && 'end'].filter(Boolean).join(' ')
  }
  scroller.addEventListener('scroll', mark, { passive: true })
  const observer = new ResizeObserver(mark)
  observer.observe(scroller)
  for (const table of scroller.children) observer.observe(table)
}
